import { useEffect, useState } from 'react'

/** Whole seconds until `untilMs`, then 0; computed from the clock, so it stays right after the phone slept. */
export const secondsUntil = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000))

/** '42 s'; longer waits in minutes. */
export const secondsToText = (seconds: number): string => (seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [untilMs, setUntilMs] = useState(0)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const secondsLeft = secondsUntil(untilMs, nowMs)
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number) => {
    const startedAtMs = Date.now()
    setNowMs(startedAtMs)
    setUntilMs(startedAtMs + seconds * 1000)
  }
  return { secondsLeft, start }
}
