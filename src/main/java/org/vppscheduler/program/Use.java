package org.vppscheduler.program;

/**
 * One use of a value.
 *
 * @param user the operation that has the value as an operand
 * @param operandIndex which operand of the user it is, from 0
 * @param holder the operation in the value's own block that makes the use: the user itself or, if
 *     the user is inside nested regions, the operation around them
 */
public record Use(Operation user, int operandIndex, Operation holder) {}
