/** How far sending has come since changes began to wait; null when none wait. */
export type SendProgress = { done: number; total: number } | null

/** Follows the number of waiting changes: fewer were sent, more are new. Starts over when none is left. */
export function toSendProgress(progress: SendProgress, waitingBefore: number, waiting: number): SendProgress {
  if (waiting === 0) return null
  const { done, total } = progress ?? { done: 0, total: waitingBefore }
  return waiting < waitingBefore ? { done: done + waitingBefore - waiting, total } : { done, total: total + waiting - waitingBefore }
}
