import type { FileRows, FilesProgress, WritableFile } from './files-port.ts'
import type { LostFile, PendingEntry, PendingFile } from './files-store.ts'
import type { FilePart } from '../platform/server-port.ts'

/** Whoever forgot what was added to a form has had a month to come back to it. */
const orphanAfterMs = 30 * 24 * 60 * 60_000

/** Of a form that is being saved as an order, whose own row is still to be written. */
export const isClaimed = ({ draftKey, orderId }: PendingEntry): boolean => draftKey !== null && orderId !== null

export function countEntries(entries: readonly PendingEntry[]): Pick<FilesProgress, 'waiting' | 'troubled' | 'drafted'> {
  const written = entries.filter(({ draftKey }) => draftKey === null)
  const troubled = written.filter(({ trouble }) => trouble !== null).length
  return { waiting: written.length - troubled, troubled, drafted: entries.length - written.length }
}

/** Writes the rows of contents whose orders are here; `onWritten` gets those that have theirs. Answers whether any wait for that. */
export async function writeRows(entries: readonly PendingEntry[], rows: FileRows, onWritten: (ids: readonly string[]) => Promise<unknown>): Promise<boolean> {
  const left = entries.filter(isClaimed)
  for (const [orderId, ofOrder] of Map.groupBy(left, (entry) => entry.orderId ?? '')) {
    if (!(await rows.isOrderHere(orderId))) continue
    const unwritten: WritableFile[] = []
    for (const { id, shopId, facts } of ofOrder)
      if (!rows.isWaiting(id) && !rows.isRefused(id) && !(await rows.isHere(id))) unwritten.push({ id, shopId, orderId, facts })
    if (unwritten.length > 0) await rows.write(unwritten)
    await onWritten(ofOrder.map(({ id }) => id))
  }
  return left.length > 0
}

/** Contents whose rows are nowhere, or whose forms nobody finished, after a safe while. */
export async function findOrphans(entries: readonly PendingEntry[], rows: FileRows, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - orphanAfterMs).toISOString()
  const old = entries.filter(({ storedAt, trouble }) => storedAt < before && trouble === null)
  // Who was away for a month, or whose rows were lost, has their orders again only when they are fetched.
  if (old.length === 0 || !(await rows.isComplete())) return []
  const orphans: string[] = []
  for (const { id, orderId } of old) {
    const isKnown = rows.isWaiting(id) || rows.isRefused(id) || (await rows.isHere(id)) || (orderId !== null && (await rows.isOrderHere(orderId)))
    if (!isKnown) orphans.push(id)
  }
  return orphans
}

/** Those that the server turned out to have. */
export async function findStored(lost: readonly LostFile[], rows: FileRows): Promise<string[]> {
  const stored: string[] = []
  for (const { id } of lost) if (await rows.isStored(id)) stored.push(id)
  return stored
}

/** A file without a small picture answers with its large one. */
export function toBlob({ content, facts, thumbnail, thumbnailType }: PendingFile, part: FilePart): Blob {
  if (part === 'thumbnail' && thumbnail !== null) return new Blob([thumbnail], { type: thumbnailType ?? 'image/jpeg' })
  return new Blob([content], { type: facts.mimeType })
}
