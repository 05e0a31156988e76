package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random programs with everything that a program can hold; the same ones for the same seed. */
public final class RandomPrograms {
  private static final String[] NAMES = {
    "pd_op.add",
    "pd_op.matmul",
    "builtin.combine",
    "cf.yield",
    "custom_op.mine",
    "pd_dist.move",
    "dist_op.reshard",
    "somebody_else.op",
    "nameless"
  };
  private static final String[] STRINGS = {
    "",
    "x",
    "conv2d_1.w_0",
    "a\"b\\c/d",
    "\b\f\n\r\t\u0000\u001f\u007f",
    "größe",
    "模型",
    "😀",
    "\u2028\u2029",
    "<&>'="
  };
  private static final double[] DOUBLES = {
    0,
    -0.0,
    1,
    -1.5,
    1e-6,
    9.999999747378752e-06,
    0.1,
    1e15,
    1e16,
    123456789012345680.0,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    Double.MIN_NORMAL,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };
  private static final String[] OPAQUE = {
    "",
    "\"D\":[1,-2.50e+3,[],{}]",
    "\"D\":{\"z\":null,\"a\":[true,\"\\u0001é\"]},\"E\":1e999",
    "\"X\":12345678901234567890"
  };
  private static final ImmutableList<ScalarType> SCALARS =
      ImmutableList.copyOf(ScalarType.values());
  private static final int DEEPEST = 3;

  private final Random random;
  private int parameters;

  private RandomPrograms(long seed) {
    random = new Random(seed);
  }

  /**
   * Returns a random program.
   *
   * @param seed decides everything
   * @param size about how many operations each block may have
   */
  public static Program next(long seed, int size) {
    RandomPrograms source = new RandomPrograms(seed);
    ProgramBuilder program =
        Program.builder().version(source.random.nextInt(4)).trainable(source.random.nextBoolean());
    source.fill(program.body(), new ArrayList<>(), size, 0);
    return program.build();
  }

  private void fill(BlockBuilder block, List<Value> visible, int size, int depth) {
    for (int i = random.nextInt(3); i > 0; i--) {
      visible.add(block.argument(type(0)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      visible.add(block.keywordArgument(string() + i, type(0)));
    }
    for (int i = random.nextInt(size + 1); i > 0; i--) {
      Operation operation =
          random.nextInt(5) == 0 ? parameter(block) : operation(block, visible, size, depth);
      visible.addAll(operation.results());
    }
  }

  private Operation parameter(BlockBuilder block) {
    Attributes.Builder attributes = Attributes.builder();
    for (String name : List.of("is_distributed", "is_parameter", "need_clip")) {
      attributes.set(name, Attribute.array(Attribute.of(random.nextBoolean())));
    }
    attributes.set("parameter_name", Attribute.of(string() + parameters++));
    if (random.nextBoolean()) {
      for (String name : List.of("persistable", "stop_gradient", "trainable")) {
        attributes.add(
            new NamedAttribute(
                AttributeGroup.RESULTS, name, Attribute.array(Attribute.of(random.nextBoolean()))));
      }
    }
    OperationBuilder operation =
        block.operation("builtin.parameter").attributes(attributes.build()).result(type(0));
    if (random.nextBoolean()) {
      operation.attribute("op_role", Attribute.int32(random.nextInt(3)));
    }
    return operation.add();
  }

  private Operation operation(BlockBuilder block, List<Value> visible, int size, int depth) {
    OperationBuilder operation = block.operation(NAMES[random.nextInt(NAMES.length)]);
    for (int i = random.nextInt(4); i > 0; i--) {
      if (visible.isEmpty() || random.nextInt(6) == 0) {
        operation.nullOperand();
      } else {
        operation.operand(visible.get(random.nextInt(visible.size())));
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      operation.result(type(0));
    }
    Attributes.Builder attributes = Attributes.builder();
    for (AttributeGroup group : AttributeGroup.values()) {
      if (group == AttributeGroup.OPERATION || random.nextInt(3) == 0) {
        attributes.group(group);
        for (int i = random.nextInt(4); i > 0; i--) {
          attributes.add(new NamedAttribute(group, string() + group + i, attribute(0)));
        }
      }
    }
    // Files of trainable programs list this group always, others if they have it.
    operation.attributes(attributes.group(AttributeGroup.RESULTS).build());
    if (depth < DEEPEST && random.nextInt(4) == 0) {
      for (int i = random.nextInt(2); i >= 0; i--) {
        List<BlockBuilder> blocks = new ArrayList<>();
        for (int j = random.nextInt(3); j > 0; j--) {
          BlockBuilder inner = block.nested();
          fill(inner, new ArrayList<>(visible), size / 2, depth + 1);
          blocks.add(inner);
        }
        operation.region(blocks);
      }
    }
    return operation.add();
  }

  private Type type(int depth) {
    return switch (random.nextInt(depth < DEEPEST ? 5 : 3)) {
      case 0 -> SCALARS.get(random.nextInt(SCALARS.size()));
      case 1 -> new OpaqueType(random.nextBoolean() ? "NULL" : "1.t_new" + string(), opaque());
      case 2 -> DenseTensorType.of(ScalarType.FLOAT32, -1, random.nextInt(9), Long.MAX_VALUE);
      case 3 ->
          new DenseTensorType(
              type(depth + 1), ints(), string(), ImmutableList.of(ints(), ints()), 7);
      default -> {
        List<Type> elements = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          elements.add(type(depth + 1));
        }
        yield VectorType.of(elements);
      }
    };
  }

  private Attribute attribute(int depth) {
    return switch (random.nextInt(depth < DEEPEST ? 16 : 15)) {
      case 0 -> Attribute.of(random.nextBoolean());
      case 1 -> Attribute.int32(random.nextInt());
      case 2 -> Attribute.int64(random.nextLong());
      case 3 -> new Attribute.Index(random.nextInt(5));
      case 4 -> Attribute.Float32.of((float) random.nextGaussian());
      case 5 -> Attribute.Float64.of(DOUBLES[random.nextInt(DOUBLES.length)]);
      case 6 -> Attribute.Float64.of(Double.longBitsToDouble(random.nextLong()));
      case 7 -> Attribute.of(string());
      case 8 -> new Attribute.TensorName(string());
      case 9 -> new Attribute.OfType(type(depth));
      case 10 -> new Attribute.IntArray(ints());
      case 11 -> new Attribute.DataType(string());
      case 12 -> new Attribute.Place(random.nextInt(3), random.nextInt(8), string());
      case 13 -> new Attribute.OpDist("{\"p\":[0]},[],[null]", random.nextInt(4) - 1);
      case 14 -> new Attribute.Opaque("4.a_new" + string(), opaque());
      default -> {
        List<Attribute> elements = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          elements.add(random.nextBoolean() ? attribute(depth + 1) : new Attribute.Layout("NHWC"));
        }
        yield Attribute.array(elements);
      }
    };
  }

  private ImmutableLongArray ints() {
    return ImmutableLongArray.copyOf(random.longs(random.nextInt(4)).toArray());
  }

  private String string() {
    return STRINGS[random.nextInt(STRINGS.length)];
  }

  private String opaque() {
    return OPAQUE[random.nextInt(OPAQUE.length)];
  }
}
