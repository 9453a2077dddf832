/** How a process learns that another one of the same database has committed something. */
export type ChangeSource = {
  /** Calls `onChange` once at the beginning, and then whenever another process may have written. Returns how to stop. */
  watch: (onChange: () => Promise<void>, onTrouble: (error: unknown) => void) => () => void
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
