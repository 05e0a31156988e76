package org.vppscheduler.split;

import java.util.Arrays;
import java.util.Random;

/** A tensor with its elements in row-major order, and the few operations that tests need. */
final class Tensor {
  final int[] shape;
  final double[] data;

  Tensor(int[] shape, double[] data) {
    this.shape = shape;
    this.data = data;
  }

  static Tensor random(Random random, int... shape) {
    int size = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    return new Tensor(shape, random.doubles(size, -1, 1).toArray());
  }

  /** Multiplies as the framework does; what is right may be a matrix for all batches of left. */
  static Tensor matmul(Tensor left, Tensor right, boolean transposeLeft, boolean transposeRight) {
    int rows = left.last(transposeLeft ? 1 : 2);
    int inner = left.last(transposeLeft ? 2 : 1);
    int columns = right.last(transposeRight ? 2 : 1);
    if (inner != right.last(transposeRight ? 1 : 2)) {
      throw new AssertionError(left + " does not go with " + right);
    }
    int batches = left.data.length / (rows * inner);
    int rightBatches = right.data.length / (inner * columns);
    if (rightBatches != 1 && rightBatches != batches) {
      throw new AssertionError(left + " does not go with " + right);
    }
    double[] product = new double[batches * rows * columns];
    for (int b = 0; b < batches; b++) {
      int leftAt = b * rows * inner;
      int rightAt = rightBatches == 1 ? 0 : b * inner * columns;
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          double sum = 0;
          for (int k = 0; k < inner; k++) {
            sum +=
                left.data[leftAt + (transposeLeft ? k * rows + i : i * inner + k)]
                    * right.data[rightAt + (transposeRight ? j * inner + k : k * columns + j)];
          }
          product[(b * rows + i) * columns + j] = sum;
        }
      }
    }
    int[] shape = left.shape.clone();
    shape[shape.length - 2] = rows;
    shape[shape.length - 1] = columns;
    return new Tensor(shape, product);
  }

  /** Gives the elements another shape, in which one extent may be -1: whatever is left. */
  Tensor reshape(long[] target) {
    int known = 1;
    for (long extent : target) {
      known *= extent == -1 ? 1 : (int) extent;
    }
    int[] result = new int[target.length];
    for (int i = 0; i < target.length; i++) {
      result[i] = target[i] == -1 ? data.length / known : (int) target[i];
    }
    if (Arrays.stream(result).reduce(1, (a, b) -> a * b) != data.length) {
      throw new AssertionError(this + " cannot become " + Arrays.toString(target));
    }
    return new Tensor(result, data);
  }

  double dot(Tensor other) {
    double sum = 0;
    for (int i = 0; i < data.length; i++) {
      sum += data[i] * other.data[i];
    }
    return sum;
  }

  private int last(int fromEnd) {
    return shape[shape.length - fromEnd];
  }

  @Override
  public String toString() {
    return "tensor of shape " + Arrays.toString(shape);
  }
}
