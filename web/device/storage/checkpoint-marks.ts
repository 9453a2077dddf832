import type { ShopCheckpoint } from '#schema/api/sync.ts'

/** The epoch of no server's feed: what such a checkpoint stands for is being removed, and if it is pulled again, it is from the start. */
export const leavingEpoch = ''

/** The mark of no server: the shop's rows of the collection are being compared with the full set of another life of the feed. */
const comparedMark = 'compared'

export const toCompared = ({ epoch }: ShopCheckpoint): ShopCheckpoint => ({ epoch, seq: 0, mark: comparedMark })
export const isCompared = (checkpoint: ShopCheckpoint | undefined): boolean => checkpoint?.mark === comparedMark

/** To be asked for again from its start. A feed that was set back is still told by what was reached before. */
export function toStart(checkpoint: ShopCheckpoint): ShopCheckpoint {
  if (isCompared(checkpoint)) return checkpoint
  const { epoch, seq, mark, reached } = checkpoint
  const own = mark === undefined || seq === 0 ? undefined : { seq, mark }
  const last = own !== undefined && own.seq >= (reached?.seq ?? 0) ? own : reached
  return { epoch, seq: 0, ...(last !== undefined && { reached: last }) }
}
