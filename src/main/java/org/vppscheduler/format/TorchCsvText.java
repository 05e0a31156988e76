package org.vppscheduler.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The text of a torch schedule: rows of cells, each read for itself. */
final class TorchCsvText {
  private static final CharMatcher DIGIT = CharMatcher.inRange('0', '9');
  private static final Splitter COMMA = Splitter.on(',');
  private static final int LONGEST_QUOTE = 40;

  private TorchCsvText() {}

  static FormatException error(int row, int column, String problem) {
    return new FormatException("row " + (row + 1) + ", column " + (column + 1), problem);
  }

  /** Reads all rows; empty cells are left out of them, but counted. */
  static ImmutableList<ImmutableList<TorchCell.Placed>> read(InputStream in) throws IOException {
    ImmutableList.Builder<ImmutableList<TorchCell.Placed>> rows = ImmutableList.builder();
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, UTF_8.newDecoder()));
    int row = 0;
    try {
      for (@Nullable String line = reader.readLine(); line != null; line = reader.readLine()) {
        rows.add(readRow(row, line));
        row++;
      }
    } catch (CharacterCodingException e) {
      throw new FormatException("row " + (row + 1), "The text is not UTF-8 here or shortly after.");
    }
    if (row == 0) {
      throw new FormatException("row 1", "The text is empty: a rank needs a row.");
    }
    return rows.build();
  }

  private static ImmutableList<TorchCell.Placed> readRow(int row, String line) {
    if (line.isBlank()) {
      throw new FormatException(
          "row " + (row + 1),
          "The row is blank: each row is a rank, and a rank that only waits still has commas.");
    }
    ImmutableList.Builder<TorchCell.Placed> cells = ImmutableList.builder();
    int column = 0;
    for (String text : COMMA.split(line)) {
      if (!text.isEmpty()) {
        cells.add(new TorchCell.Placed(readCell(row, column, text), row, column));
      }
      column++;
    }
    return cells.build();
  }

  private static TorchCell readCell(int row, int column, String text) {
    int actionStart = DIGIT.negate().indexIn(text);
    int actionEnd = DIGIT.negate().lastIndexIn(text) + 1;
    if (actionStart <= 0 || actionEnd == text.length()) {
      throw unreadable(row, column, text);
    }
    Optional<TorchAction> action = TorchAction.ofLabel(text.substring(actionStart, actionEnd));
    if (action.isEmpty()) {
      throw unreadable(row, column, text);
    }
    return new TorchCell(
        number(row, column, text, text.substring(0, actionStart)),
        action.get(),
        number(row, column, text, text.substring(actionEnd)));
  }

  private static int number(int row, int column, String text, String digits) {
    boolean canonical = digits.length() == 1 || digits.charAt(0) != '0';
    try {
      if (canonical) {
        return Integer.parseInt(digits);
      }
    } catch (NumberFormatException tooLarge) {
      // Said below, with the whole cell.
    }
    throw unreadable(row, column, text);
  }

  private static FormatException unreadable(int row, int column, String text) {
    String quoted = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
    return error(
        row,
        column,
        "The cell '"
            + quoted
            + "' is none: one is STAGE ACTION MICRO_BATCH without blanks, such as 0F3, with F, B, I,"
            + " W, SEND_F, RECV_F, SEND_B or RECV_B and numbers up to "
            + Integer.MAX_VALUE
            + ".");
  }
}
