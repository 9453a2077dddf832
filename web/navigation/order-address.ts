/** History state of an open order: opened from a list, and from which customer's, if any. */
export type OpenedFrom = { isFromList: true; customerId?: string | undefined }

export const readOpenedFrom = (state: unknown): OpenedFrom | undefined =>
  typeof state === 'object' && state !== null && 'isFromList' in state ? (state as OpenedFrom) : undefined
