/** What a file of an order is. */
export const attachmentKinds = ['photo', 'document', 'signature'] as const

/** Longest side of a picture that a row may name. */
export const sideMax = 100_000
