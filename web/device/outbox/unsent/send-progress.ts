/** Progress since changes began to wait; null when none wait. */
export type SendProgress = { done: number; total: number } | null

/** A lower number of waiting changes counts as sent, a higher one as new. Resets when none is left. */
export function toSendProgress(progress: SendProgress, waitingBefore: number, waiting: number): SendProgress {
  if (waiting === 0) return null
  const { done, total } = progress ?? { done: 0, total: waitingBefore }
  return waiting < waitingBefore ? { done: done + waitingBefore - waiting, total } : { done, total: total + waiting - waitingBefore }
}
