export const testPhases = ['before', 'after'] as const
export type TestPhase = (typeof testPhases)[number]

export const testOutcomes = ['pass', 'fail', 'not-testable'] as const
export type TestOutcome = (typeof testOutcomes)[number]

export const testItemMax = 200
export const testItemsMax = 100

/** Safe for validated values: stored JSON text, or the list of an answer. */
export const readTestItems = (stored: unknown): string[] => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? [])) as string[]
