package org.vppscheduler.draw;

/** The background that a picture is made for. */
public enum Theme {
  /** Light or dark as the reader's system asks for; light where that cannot be told. */
  AUTO,
  /** Dark ink on a light ground. */
  LIGHT,
  /** Light ink on a dark ground. */
  DARK
}
