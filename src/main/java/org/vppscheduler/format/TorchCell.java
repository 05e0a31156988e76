package org.vppscheduler.format;

/**
 * One action of a torch schedule.
 *
 * @param stage what torch calls a stage: the virtual stage
 */
record TorchCell(int stage, TorchAction action, int microBatch) {
  /**
   * A cell and where it stands.
   *
   * @param row the row, from 0
   * @param column the column, from 0, empty cells counted
   */
  record Placed(TorchCell cell, int row, int column) {
    FormatException error(String problem) {
      return TorchCsvText.error(row, column, problem);
    }
  }

  /** Returns the cell as the file holds it. */
  @Override
  public String toString() {
    return stage + action.label() + microBatch;
  }
}
