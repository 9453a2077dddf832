import { CloudOff } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Bootstrap } from '#schema/api/sync.ts'
import { ask, type Read, reads } from '#web/api/admin-api.ts'
import { NetworkError } from '#web/api/errors.ts'
import { failureToDescription, notifyFailure, type Outcome, runAction, type ToastText } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap, useIsOffline } from '#web/device/react/use-device.ts'
import { cn } from '#web/ui/cn.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { type Answer, type Answers, createAnswers } from './answers.ts'
import type { FailureWords } from './failures.ts'
import { settings } from '../all/settings-texts.ts'

const AnswersContext = createContext<Answers | null>(null)

export const needsConnection = settings.needsConnection()

/** Provides server answers to an administration page and refreshes them when rights or shops change. */
export function OnlineWork({ children }: { children: ReactNode }) {
  const [answers] = useState(() => createAnswers((read) => ask(read)))
  const bootstrap = useBootstrap()
  const seen = useRef(bootstrap)
  useEffect(() => {
    const before = seen.current
    if (before === bootstrap) return
    seen.current = bootstrap
    // The device reloads its rights often; refresh everything only when they differ.
    void answers.refresh(rightsOf(before) === rightsOf(bootstrap) ? reads.myEntities : undefined)
  }, [answers, bootstrap])
  const isOffline = useIsOffline()
  useEffect(() => {
    if (!isOffline) answers.retryFailed()
  }, [answers, isOffline])
  return <AnswersContext value={answers}>{children}</AnswersContext>
}

/** Everything these lists depend on, except the user's entities, which the device does not know. */
const rightsOf = (bootstrap: Bootstrap | null): string => JSON.stringify([bootstrap?.privileges, bootstrap?.shops, bootstrap?.users])

function useAnswers(): Answers {
  const answers = useContext(AnswersContext)
  if (answers === null) throw new Error('useOnline needs OnlineWork around it.')
  return answers
}

const nothing = { state: 'loading' } as const

/** The server's answer, updated by actions on this page; null requests nothing. */
export function useOnline<Data>(read: Read<Data> | null): Answer<Data> & { retry: () => void } {
  const answers = useAnswers()
  const key = read === null ? '' : `${read.path}${JSON.stringify(read.query ?? null)}`
  const subscribe = useCallback(
    (listener: () => void) => (read === null ? () => undefined : answers.watch(read, listener)),
    // `key` represents the request.
    // oxlint-disable-next-line react/exhaustive-deps
    [answers, key],
  )
  const answer = useSyncExternalStore(subscribe, () => (read === null ? nothing : answers.get(read)))
  return { ...answer, retry: answers.retryFailed }
}

export function useRefresh(): (read: Read<unknown>) => Promise<void> {
  return useAnswers().refresh
}

/** The unassigned rows; undefined until both answers are loaded, so that no assigned row is offered. */
export const findFree = <Row, Held>(
  all: readonly Row[] | undefined,
  held: readonly Held[] | undefined,
  isSame: (row: Row, held: Held) => boolean,
): Row[] | undefined => (held === undefined ? undefined : all?.filter((row) => !held.some((one) => isSame(row, one))))

export const dataOf = <Data,>(answer: Answer<Data>): Data | undefined => (answer.state === 'ready' ? answer.data : undefined)

export type OnlineAction<Value> = {
  run: () => Promise<Value>
  success?: ToastText | ((value: Value) => ToastText) | undefined
  /** The specified text; a function if it depends on the server's answer. */
  failure: string | { title: string; description?: string | undefined } | ((error: unknown) => FailureWords)
  /** True for forms, which report a missing connection beside their button; other actions use a toast. */
  isQuiet?: boolean | undefined
}

/**
 * Runs an action on the server and reports the outcome. A success refreshes all lists of the page and syncs the device;
 * offline, a quiet text explains it.
 */
export function useOnlineAction(): <Value>(action: OnlineAction<Value>) => Promise<Outcome<Value>> {
  const answers = useAnswers()
  const device = useDevice()
  const isOffline = useIsOffline()
  return async ({ run, success, failure, isQuiet = false }) => {
    const outcome = await attempt(run)
    if (!outcome.ok && outcome.error instanceof NetworkError && (isOffline || !navigator.onLine)) {
      if (!isQuiet) showToast({ title: needsConnection })
      return outcome
    }
    if (outcome.ok) {
      await runAction({ run: () => outcome.value, success, failure: '' })
      void answers.refresh()
      void device.sync.run()
    } else notifyOf(failure, outcome.error)
    return outcome
  }
}

async function attempt<Value>(run: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    // A dead network may time out slowly, so trust a browser that knows it is offline.
    if (!navigator.onLine) throw new NetworkError()
    return { ok: true, value: await run() }
  } catch (error) {
    return { ok: false, error, reason: failureToDescription(error) }
  }
}

function notifyOf(failure: OnlineAction<unknown>['failure'], error: unknown): void {
  if (typeof failure === 'string') return notifyFailure(failure, error)
  if (typeof failure === 'object') return notifyFailure(failure.title, error, failure.description)
  const { title, text } = failure(error)
  notifyFailure(title, text ?? error)
}

/** A line at the top of administration pages while offline. */
export function OfflineNotice({ className = 'mx-4 mb-3' }: { className?: string | undefined }) {
  if (!useIsOffline()) return null
  return (
    <p role="status" className={cn('flex items-center gap-2 rounded-md bg-sunken px-3 py-2.5 text-muted', className)}>
      <CloudOff aria-hidden="true" className="size-5 shrink-0" />
      {settings.needsConnectionKept()}
    </p>
  )
}
