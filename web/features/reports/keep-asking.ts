type Asking = {
  /** Something changed: asks again, unless that turns out not to be needed by then. */
  changed: () => void
  stop: () => void
}

type KeepAskingOptions = {
  /** True when there was an answer; false: worth another try. */
  ask: (signal: AbortSignal) => Promise<boolean>
  /** Whether what changed makes the last answer wrong. */
  isNeeded: () => boolean
  /** The least time between an answer and the next question; as long as the answer took, where that was longer. */
  pauseMs: number
  /** How long to wait after a question that nobody answered. */
  retryMs: number
  /** Milliseconds that only go forward. */
  monotonic: () => number
}

/**
 * Asks at once and again after changes, one question at a time: a stream of changes neither aborts a question nor puts the next
 * one off for ever, and a server that is slow is asked less.
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
