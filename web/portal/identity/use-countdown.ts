import { useEffect, useState } from 'react'
import { t } from '../language/texts.ts'

/** Whole seconds until `untilMs`, then 0; computed from the clock, so it stays right after the phone slept. */
export const secondsUntil = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000))

/** 'Resend code in 42 s'; longer waits in minutes. */
export const toResendText = (seconds: number): string =>
  seconds > 90 ? t.resendInMinutes({ minutes: Math.ceil(seconds / 60) }) : t.resendInSeconds({ seconds })

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
