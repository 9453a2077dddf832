/** New heads of a shop's feed after a transaction. `taken`: the seqs above `after` up to `to` that it used. */
export type MovedHeads = { shopId: string; heads: Readonly<Record<string, number>>; taken: { after: number; to: number } }

/** How a process detects commits of other processes on the same database. */
export type ChangeSource = {
  /**
   * Calls `onChange` at the start and whenever another process may have written. `onHeads` is earlier and detailed, but
   * unreliable. Returns a stop function.
   */
  watch: (onChange: () => Promise<void>, onTrouble: (error: unknown) => void, onHeads: (moved: MovedHeads) => void) => () => void
  /** Tells other processes which heads a committed transaction of this process moved; undefined when there is no channel. */
  tellHeads?: (moved: MovedHeads) => void
}

/** Polls, one run at a time; `lookIn` returns the milliseconds until the next run. */
export function lookAgain(look: () => Promise<void>, onTrouble: (error: unknown) => void, lookIn: () => number): { stop: () => void; lookNow: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isLooking = false
  let isDueAgain = false
  const lookOnce = async (): Promise<void> => {
    if (isLooking) {
      isDueAgain = true
      return
    }
    clearTimeout(timer)
    isLooking = true
    isDueAgain = false
    try {
      await look()
    } catch (error) {
      if (!isStopped) onTrouble(error)
    }
    isLooking = false
    if (isStopped) return
    if (isDueAgain) void lookOnce()
    else timer = setTimeout(() => void lookOnce(), lookIn()).unref()
  }
  void lookOnce()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    lookNow: () => void lookOnce(),
  }
}
