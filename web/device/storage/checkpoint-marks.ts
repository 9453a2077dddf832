import type { ShopCheckpoint } from '#schema/api/sync.ts'

/** Matches no server's epoch: the checkpoint's rows are being removed, and a pull starts over. */
export const leavingEpoch = ''

/** Matches no server's mark: the shop's rows of the collection are being compared with the full set of another feed. */
const comparedMark = 'compared'

export const toCompared = ({ epoch }: ShopCheckpoint): ShopCheckpoint => ({ epoch, seq: 0, mark: comparedMark })
export const isCompared = (checkpoint: ShopCheckpoint | undefined): boolean => checkpoint?.mark === comparedMark

/** A checkpoint that pulls again from the start. It keeps the position reached, which reveals a feed that was set back. */
export function toStart(checkpoint: ShopCheckpoint): ShopCheckpoint {
  if (isCompared(checkpoint)) return checkpoint
  const { epoch, seq, mark, reached } = checkpoint
  const own = mark === undefined || seq === 0 ? undefined : { seq, mark }
  const last = own !== undefined && own.seq >= (reached?.seq ?? 0) ? own : reached
  return { epoch, seq: 0, ...(last !== undefined && { reached: last }) }
}
