/** Rides in the history entry of an open order: which customer's list lies behind the dialog. */
export type OpenedFrom = { isFromList: true; customerId?: string | undefined }

export const readOpenedFrom = (state: unknown): OpenedFrom | undefined =>
  typeof state === 'object' && state !== null && 'isFromList' in state ? (state as OpenedFrom) : undefined
