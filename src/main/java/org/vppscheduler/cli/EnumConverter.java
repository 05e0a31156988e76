package org.vppscheduler.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an enum's constants as options spell them: {@code torch-csv} for {@code TORCH_CSV}.
 *
 * @param type the enum
 */
record EnumConverter<E extends Enum<E>>(Class<E> type) implements ITypeConverter<E> {
  @Override
  public E convert(String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> label(constant).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    Arrays.stream(type.getEnumConstants())
                        .map(EnumConverter::label)
                        .collect(Collectors.joining(", ", "'" + text + "' is none of ", ""))));
  }

  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
