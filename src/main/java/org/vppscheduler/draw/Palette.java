package org.vppscheduler.draw;

import com.google.common.collect.ImmutableList;

/**
 * The colours of boxes: the hue tells the chunk, the lightness the kind, so that forward (light),
 * weight gradient (medium, hatched) and backward (dark) stay apart in greyscale print and for
 * colour-blind eyes. All are legible on the light and on the dark ground.
 *
 * <p>Made in OKLCH: neighbouring chunks differ in hue and, within a kind, slightly in lightness, so
 * that under protanopia and deuteranopia any two of the first four chunks keep a distance. There
 * are eight hues; chunk 8 looks like chunk 0.
 */
final class Palette {
  static final int HUES = 8;

  private static final ImmutableList<String> FORWARD =
      ImmutableList.of(
          "#a2cafe", "#fec695", "#77cbac", "#ffb8df", "#e7e095", "#c5aaec", "#87dffe", "#ed9e97");
  private static final ImmutableList<String> BACKWARD =
      ImmutableList.of(
          "#2f6bb3", "#a55e04", "#017054", "#a54e82", "#877c05", "#704a9c", "#077e9b", "#9a3936");
  private static final ImmutableList<String> WEIGHT =
      ImmutableList.of(
          "#5d94da", "#cf8845", "#199d78", "#ce7aaa", "#b0a542", "#9674c3", "#20a9ce", "#c36660");

  static final String OPTIMIZER = "#7b8694";
  static final String WAITING = "#d7261e";
  static final String DARK_INK = "#10161f";
  static final String LIGHT_INK = "#ffffff";

  private Palette() {}

  /** Returns the fill of a box, as {@code #rrggbb}. */
  static String fill(Look look, int chunk) {
    return switch (look) {
      case FORWARD -> FORWARD.get(chunk % HUES);
      case BACKWARD -> BACKWARD.get(chunk % HUES);
      case WEIGHT -> WEIGHT.get(chunk % HUES);
      case OPTIMIZER -> OPTIMIZER;
    };
  }

  /** Returns the colour of text on a box. */
  static String ink(Look look) {
    return look == Look.BACKWARD || look == Look.OPTIMIZER ? LIGHT_INK : DARK_INK;
  }
}
