package org.vppscheduler.format;

import org.jspecify.annotations.Nullable;

/**
 * Shares equal immutable objects, as far as it remembers them: of those that fall into the same of
 * its slots it remembers the last. Unlike a hash table it takes constant memory, and constant time
 * even for input that is made to collide.
 */
final class Interner {
  private static final int BITS = 14;

  private final @Nullable Object[] slots = new Object[1 << BITS];

  <T> T intern(T object) {
    int slot = (object.hashCode() * 0x9E3779B9) >>> (32 - BITS);
    Object known = slots[slot];
    if (known != null && known.getClass() == object.getClass() && known.equals(object)) {
      @SuppressWarnings("unchecked") // Of the same class as object, as just checked.
      T same = (T) known;
      return same;
    }
    slots[slot] = object;
    return object;
  }
}
