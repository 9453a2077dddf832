import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type AppHistory, type AppLocation, createHistory, type Guard, type Present, type To } from './browser-history.ts'

let opened: AppHistory | undefined

/** Created lazily: code that declares screens also runs without a window. */
export const appHistory = (): AppHistory => (opened ??= createHistory(window))

type NavigateOptions = { replace?: boolean | undefined; state?: unknown; flushSync?: boolean }

/**
 * Goes to an address of the app, or some entries back or forward (a number). The target is rendered before the next
 * event. `flushSync`: rendered before this returns, so that nothing can be typed in between.
 */
export function navigate(to: To | number, { flushSync: isFlushed = false, ...options }: NavigateOptions = {}): void {
  if (isFlushed) flushSync(() => appHistory().go(to, options))
  else appHistory().go(to, options)
}

const subscribe = (onChange: () => void): (() => void) => appHistory().subscribe(onChange)

const readPresent = (): Present => appHistory().read()

export const usePresent = (): Present => useSyncExternalStore(subscribe, readPresent)

export const useLocation = (): AppLocation => usePresent().location

/** Asks the last rendered guard before the app navigates. Of several guards, the last mounted one is asked. */
export function useGuard(guard: Guard): void {
  const latest = useRef(guard)
  useLayoutEffect(() => {
    latest.current = guard
  })
  // A layout effect, so that Back before the first paint is guarded too.
  useLayoutEffect(() => appHistory().guard((move) => latest.current(move)), [])
}
