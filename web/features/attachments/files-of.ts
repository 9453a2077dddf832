import type { PendingEntry } from '#web/device/files/files-store.ts'

/** A saved order, or with null a form whose order is not saved yet; what is added to either lies under the form's key at first. */
export type FilesOf = { orderId: string | null; draftKey: string }

type Unwritten = Pick<PendingEntry, 'id' | 'orderId' | 'draftKey'>

/**
 * How many files an order has, or will have once its form is saved. What lies under any form's key and has no row yet
 * counts; what had a row and has none now was deleted.
 */
export function countFiles(rows: readonly { id: string }[], pending: readonly Unwritten[], { orderId, draftKey }: FilesOf): number {
  const written = new Set(rows.map(({ id }) => id))
  const isOurs = (entry: Unwritten): boolean => entry.draftKey === draftKey || (orderId !== null && entry.orderId === orderId)
  return rows.length + pending.filter((entry) => entry.draftKey !== null && !written.has(entry.id) && isOurs(entry)).length
}

/** The newest signature that was given in a form whose order is not saved yet. */
export const findDraftSignature = (pending: readonly PendingEntry[], draftKey: string): PendingEntry | undefined =>
  pending.findLast((entry) => entry.draftKey === draftKey && entry.facts.kind === 'signature')
