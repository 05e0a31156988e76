package org.vppscheduler.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes valid texts a little, in ways that know what texts are made of: tokens are dropped,
 * doubled, swapped, replaced by extreme ones; bytes are flipped; texts are cut, joined and nested.
 */
final class Mutator {
  private static final Pattern TOKEN =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9]+(?:\\.[0-9]+)?|[A-Za-z_]+|[^\\sA-Za-z0-9]");

  private static final ImmutableList<String> EXTREMES =
      ImmutableList.of(
          "",
          "0",
          "-1",
          "2147483647",
          "2147483648",
          "-9223372036854775808",
          "9223372036854775808",
          "1e999",
          "0.1e-999",
          "NaN",
          "null",
          "true",
          "[]",
          "{}",
          "\"\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"../../x\"",
          "\"#\"",
          "\u0000",
          "\u2028",
          "😀",
          "'",
          ",",
          "\n\n",
          "x".repeat(10_000),
          "9".repeat(10_000),
          "[".repeat(2_000),
          "{\"#\":".repeat(2_000));

  private final Random random;

  Mutator(Random random) {
    this.random = random;
  }

  /** Returns one of the texts with one to four changes. */
  String mutate(List<String> texts) {
    String text = pick(texts);
    for (int change = random.nextInt(4); change >= 0; change--) {
      text = once(text, texts);
    }
    return text;
  }

  /** Returns the bytes of a text, now and then with some that are no UTF-8. */
  byte[] bytes(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length > 0 && random.nextInt(8) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(50) == 0) {
      ByteArrayOutputStream marked = new ByteArrayOutputStream();
      marked.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
      marked.writeBytes(bytes);
      return marked.toByteArray();
    }
    return bytes;
  }

  private String once(String text, List<String> texts) {
    int at = random.nextInt(text.length() + 1);
    return switch (random.nextInt(9)) {
      case 0 -> text.substring(0, at);
      case 1 -> text.substring(0, at) + pick(texts).substring(0, 1) + text.substring(at);
      case 2 -> text + pick(texts);
      case 3 -> {
        String other = pick(texts);
        yield text.substring(0, at) + other.substring(random.nextInt(other.length() + 1));
      }
      default -> token(text, at);
    };
  }

  /** Changes the token that follows a place. */
  private String token(String text, int from) {
    Matcher first = TOKEN.matcher(text);
    if (!first.find(Math.min(from, Math.max(0, text.length() - 1)))) {
      return text;
    }
    String before = text.substring(0, first.start());
    String after = text.substring(first.end());
    return switch (random.nextInt(4)) {
      case 0 -> before + after;
      case 1 -> before + first.group() + first.group() + after;
      case 2 -> before + pick(EXTREMES) + after;
      default -> {
        Matcher other = TOKEN.matcher(text);
        yield other.find(random.nextInt(text.length())) ? before + other.group() + after : text;
      }
    };
  }

  private String pick(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }
}
