/** Collections of rows of orders that programs and apps before 0.9.0 do not know. */
export const unknownBefore = ['order_lines', 'estimates', 'messages'] as const
