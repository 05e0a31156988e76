package org.vppscheduler.format;

import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.vppscheduler.program.ScalarType;

/** The tags of PIR JSON. */
final class PirTags {
  static final String PARAMETER = "p";

  static final String DENSE_TENSOR = "0.t_dtensor";
  static final String VECTOR = "0.t_vec";

  static final String BOOL = "0.a_bool";
  static final String INT32 = "0.a_i32";
  static final String INT64 = "0.a_i64";
  static final String INDEX = "0.a_index";
  static final String FLOAT32 = "0.a_f32";
  static final String FLOAT64 = "0.a_f64";
  static final String TEXT = "0.a_str";
  static final String TENSOR_NAME = "0.a_tensorname";
  static final String TYPE = "0.a_type";
  static final String ARRAY = "0.a_array";
  static final String INT_ARRAY = "1.a_intarray";
  static final String DATA_TYPE = "1.a_dtype";
  static final String PLACE = "1.a_place";
  static final String LAYOUT = "1.a_layout";
  static final String OP_DIST = "4.a_op_dist";

  /**
   * The dialects that names in files abbreviate. {@code dist_op}, the dialect in the names of
   * distributed operations, is none of them: the framework has a number for the dialect as it is
   * registered, {@code pd_dist}, only, and would not find a {@code dist_op} operation under 4.
   */
  private static final ImmutableBiMap<String, String> DIALECTS =
      ImmutableBiMap.of("0", "builtin", "1", "pd_op", "2", "cf", "3", "custom_op", "4", "pd_dist");

  private static final ImmutableMap<String, ScalarType> SCALARS = scalars();

  private PirTags() {}

  private static ImmutableMap<String, ScalarType> scalars() {
    ImmutableMap.Builder<String, ScalarType> scalars = ImmutableMap.builder();
    for (ScalarType type : ScalarType.values()) {
      scalars.put(of(type), type);
    }
    return scalars.buildOrThrow();
  }

  static String of(ScalarType type) {
    return "0.t_" + type.label();
  }

  /** Returns the scalar types by their tags. */
  static Map<String, ScalarType> scalarTypes() {
    return SCALARS;
  }

  /** Returns the name of an operation in files. */
  static String shortened(String operation) {
    return withDialect(operation, DIALECTS.inverse());
  }

  /** Returns the name of an operation by its name in files. */
  static String lengthened(String shortened) {
    return withDialect(shortened, DIALECTS);
  }

  private static String withDialect(String name, Map<String, String> dialects) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      return name;
    }
    String dialect = dialects.get(name.substring(0, dot));
    return dialect == null ? name : dialect + name.substring(dot);
  }
}
