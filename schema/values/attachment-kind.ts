export const attachmentKinds = ['photo', 'document', 'signature'] as const

/** Largest side in pixels that a row may declare. */
export const sideMax = 100_000
