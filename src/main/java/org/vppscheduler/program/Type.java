package org.vppscheduler.program;

/**
 * The type of a {@link Value}: a {@link ScalarType}, a {@link DenseTensorType}, a {@link
 * VectorType}, or an {@link OpaqueType} for all others. Types are immutable and compared by
 * content; {@code toString()} is their text form.
 */
public sealed interface Type permits ScalarType, DenseTensorType, VectorType, OpaqueType {}
