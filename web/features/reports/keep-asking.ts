type Asking = {
  /** Reports a change: asks again, unless `isNeeded` says otherwise by then. */
  changed: () => void
  stop: () => void
}

type KeepAskingOptions = {
  /** Resolves to true on an answer, to false if a retry makes sense. */
  ask: (signal: AbortSignal) => Promise<boolean>
  /** Whether the last answer is outdated. */
  isNeeded: () => boolean
  /** Minimum time between an answer and the next request; a slow answer extends it to its own duration. */
  pauseMs: number
  /** Delay after a failed request. */
  retryMs: number
  /** A monotonic clock in milliseconds. */
  monotonic: () => number
}

/**
 * Asks at once and again after changes, one request at a time. A stream of changes neither aborts nor starves requests,
 * and a slow server gets fewer.
 */
export function keepAsking({ ask, isNeeded, pauseMs, retryMs, monotonic }: KeepAskingOptions): Asking {
  const controller = new AbortController()
  let state: 'asking' | 'waiting' | 'idle' = 'idle'
  let isChanged = false
  let pause = pauseMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (ms: number, isDue: () => boolean): void => {
    state = 'waiting'
    timer = setTimeout(() => {
      state = 'idle'
      if (isDue()) void run()
    }, ms)
  }
  const run = async (): Promise<void> => {
    state = 'asking'
    isChanged = false
    const startedAt = monotonic()
    const isAnswered = await ask(controller.signal)
    if (controller.signal.aborted) return
    pause = Math.max(pauseMs, monotonic() - startedAt)
    if (!isAnswered) wait(retryMs, () => true)
    else if (isChanged) wait(pause, isNeeded)
    else state = 'idle'
  }
  void run()
  return {
    changed() {
      isChanged = true
      if (state === 'idle') wait(pause, isNeeded)
    },
    stop() {
      clearTimeout(timer)
      controller.abort()
    },
  }
}
