/** Heads that a transaction moved in a shop's feed, and the numbers behind `after`, up to `to`, that it took. */
export type MovedHeads = { shopId: string; heads: Readonly<Record<string, number>>; taken: { after: number; to: number } }

/** How a process learns that another one of the same database has committed something. */
export type ChangeSource = {
  /**
   * Calls `onChange` once at the beginning, and then whenever another process may have written; `onHeads` where that one said what it
   * moved, which only comes sooner: it may be lost, and never is all. Returns how to stop.
   */
  watch: (onChange: () => Promise<void>, onTrouble: (error: unknown) => void, onHeads: (moved: MovedHeads) => void) => () => void
  /** Tells the others what a transaction of this process moved, which has committed; undefined where nobody could hear it. */
  tellHeads?: (moved: MovedHeads) => void
}

/** Looks again and again, one look after the other; `lookIn` tells after how many milliseconds the next is due. */
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
