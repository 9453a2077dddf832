import { attachmentTexts } from '#schema/rules/files/attachments.ts'
import type { PendingEntry } from '#web/device/files/files-store.ts'
import { t } from './attachments-texts.ts'

/** A saved order, or with a null `orderId` a form not saved yet; new files of both start under the form's draft key. */
export type FilesOf = { orderId: string | null; draftKey: string }

type Unwritten = Pick<PendingEntry, 'id' | 'orderId' | 'draftKey'>

/**
 * Counts the files of an order, or of a form once saved. A pending entry with a draft key and no row counts; one
 * without a draft key had a row that was deleted.
 */
export function countFiles(rows: readonly { id: string }[], pending: readonly Unwritten[], { orderId, draftKey }: FilesOf): number {
  const written = new Set(rows.map(({ id }) => id))
  const isOurs = (entry: Unwritten): boolean => entry.draftKey === draftKey || (orderId !== null && entry.orderId === orderId)
  return rows.length + pending.filter((entry) => entry.draftKey !== null && !written.has(entry.id) && isOurs(entry)).length
}

/** The newest signature in an unsaved form. */
export const findDraftSignature = (pending: readonly PendingEntry[], draftKey: string): PendingEntry | undefined =>
  pending.findLast((entry) => entry.draftKey === draftKey && entry.facts.kind === 'signature')

/** Names the files for which an order has no room left. */
export const toFullText = (left: readonly { name: string }[]): string =>
  t.notAdded({ full: attachmentTexts.full, names: left.map(({ name }) => (name === '' ? t.aPhoto() : name)).join(', ') })
