package undocumented;

public final class Undocumented {
  public static final int field = 1;

  /** Is documented. */
  public void documented() {}

  public void method() {}

  void hidden() {}

  @Override
  public String toString() {
    return "";
  }

  /** Is documented. */
  public interface Inner {
    void implicit();
  }

  /** Is documented. */
  public enum Choice {
    ONE,
    /** Is documented. */
    TWO
  }

  static final class Hidden {
    public int field;
  }

  /**
   * Is documented.
   *
   * @param component is documented
   */
  public record Record(int component) {}
}
