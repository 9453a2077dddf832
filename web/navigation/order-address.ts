/** State of an open order's history entry: it was opened from a list, and from which customer's, if from one customer's. */
export type OpenedFrom = { isFromList: true; customerId?: string | undefined }

export const readOpenedFrom = (state: unknown): OpenedFrom | undefined =>
  typeof state === 'object' && state !== null && 'isFromList' in state ? (state as OpenedFrom) : undefined
