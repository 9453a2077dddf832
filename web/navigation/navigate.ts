import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type AppHistory, type AppLocation, createHistory, type Guard, type Present, type To } from './browser-history.ts'

let opened: AppHistory | undefined

/** Opened when it is first needed: code that only declares screens also runs where there is no window. */
export const appHistory = (): AppHistory => (opened ??= createHistory(window))

type NavigateOptions = { replace?: boolean | undefined; state?: unknown; flushSync?: boolean }

/**
 * Goes to an address of the app, or some entries back or forward (a number). The place is rendered before the next key or press.
 * `flushSync`: rendered when this returns, so that nothing can be typed between.
 */
export function navigate(to: To | number, { flushSync: isFlushed = false, ...options }: NavigateOptions = {}): void {
  if (isFlushed) flushSync(() => appHistory().go(to, options))
  else appHistory().go(to, options)
}

const subscribe = (onChange: () => void): (() => void) => appHistory().subscribe(onChange)

const readPresent = (): Present => appHistory().read()

/** Where the app is, and how it came there. */
export const usePresent = (): Present => useSyncExternalStore(subscribe, readPresent)

export const useLocation = (): AppLocation => usePresent().location

/** Asks before the app goes elsewhere, with what was rendered last. Of several guards the one that was mounted last is asked. */
export function useGuard(guard: Guard): void {
  const latest = useRef(guard)
  useLayoutEffect(() => {
    latest.current = guard
  })
  // With what is drawn: a step back that comes before the first paint is over is asked about too.
  useLayoutEffect(() => appHistory().guard((move) => latest.current(move)), [])
}
