package org.vppscheduler.format;

import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;

/** Arrays of integers in JSON. */
final class PirNumbers {
  private PirNumbers() {}

  static ImmutableLongArray read(JsonSource source) throws IOException {
    ImmutableLongArray.Builder numbers = ImmutableLongArray.builder(4);
    source.beginArray();
    while (source.hasNext()) {
      numbers.add(source.int64());
    }
    source.endArray();
    return numbers.build();
  }

  static void write(ImmutableLongArray numbers, JsonSink sink) throws IOException {
    sink.raw("[");
    for (int i = 0; i < numbers.length(); i++) {
      if (i > 0) {
        sink.raw(",");
      }
      sink.number(numbers.get(i));
    }
    sink.raw("]");
  }
}
