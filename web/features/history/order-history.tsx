import { History } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '#schema/errors.ts'
import { isAborted } from '#web/api/errors.ts'
import { listStatusHistory } from '#web/api/shop-api.ts'
import { useWaitingChanges } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { useStatusNames } from '#web/inputs/use-status-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './history-texts.ts'

type Loaded = { state: 'idle' | 'loading' } | { state: 'ready'; hops: StatusHop[] } | { state: 'failed'; message: string }

const needsConnection = t.needsConnection()

/** The order's status history, loaded on demand and never stored. */
export function OrderHistory({ shopId, orderId }: { shopId: string; orderId: string }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'idle' })
  const waiting = useWaitingChanges()
  const unsent = useMemo(() => findUnsentHops(waiting, orderId), [waiting, orderId])
  const running = useRef<AbortController>(undefined)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  const show = (hops: StatusHop[]): void => {
    // The button disappears, so keep the focus in the section.
    if (body.current?.contains(document.activeElement)) body.current.focus()
    setLoaded({ state: 'ready', hops })
  }
  const load = async (): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setLoaded({ state: 'loading' })
    try {
      const rows = await listStatusHistory(shopId, orderId, controller.signal)
      show(rows.map(({ id, orderStatusId, createdAt }) => ({ id, statusId: orderStatusId, at: createdAt, isUnsent: false })))
    } catch (error) {
      if (controller.signal.aborted || isAborted(error)) return
      // The server does not know an unsent new order; that is no failure.
      const isNew = error instanceof AppError && error.code === 'NOT_FOUND' && unsent.length > 0
      if (isNew) show([])
      else setLoaded({ state: 'failed', message: error instanceof AppError ? error.message : needsConnection })
    }
  }

  // Reload when changes were sent: the server's answer includes them now.
  const count = useRef(unsent.length)
  const state = loaded.state
  useEffect(() => {
    const isSent = unsent.length < count.current
    count.current = unsent.length
    if (isSent && state === 'ready') void load()
    // Reload only when the number of unsent hops changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unsent.length])

  const nameOf = useStatusNames()
  const statusName = (id: string): string => nameOf(id).replaceAll('_', ' ')
  const hops = mergeHops(loaded.state === 'ready' ? loaded.hops : [], unsent)
  return (
    <Panel title={t.title()} isEmpty={loaded.state === 'idle' || loaded.state === 'loading'}>
      <div ref={body} tabIndex={-1} className="flex flex-col items-start gap-2 pl-7 outline-none group-data-empty/panel:pl-0">
        {loaded.state !== 'ready' && (
          <Button busy={loaded.state === 'loading'} onClick={() => void load()}>
            <History aria-hidden="true" />
            {t.view()}
          </Button>
        )}
        {loaded.state === 'failed' && (
          <p role="alert" className="text-muted">
            {loaded.message}
          </p>
        )}
        {loaded.state === 'ready' && hops.length === 0 && <p className="text-muted">{t.none()}</p>}
        {(loaded.state === 'ready' || loaded.state === 'failed') && hops.length > 0 && (
          <>
            <ol aria-label={t.list()} className="w-full">
              {hops.map((hop) => (
                <Hop key={hop.id} hop={hop} name={statusName(hop.statusId)} />
              ))}
            </ol>
            <CsvButton shopId={shopId} what={t.list()} read={() => hopsToTable(hops, statusName)} />
          </>
        )}
      </div>
    </Panel>
  )
}

function Hop({ hop: { at, isUnsent }, name }: { hop: StatusHop; name: string }) {
  const now = useNow()
  const { dateTime } = useShopFormat()
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line last:border-b-0">
      <span className="min-w-0 flex-1">{name}</span>
      {isUnsent && <UnsentMark />}
      <time dateTime={at} className="shrink-0 text-sm text-muted tabular-nums">
        {dateTime(at, now)}
      </time>
    </li>
  )
}

/** Status changes with times in their stored form. */
export const hopsToTable = (hops: readonly StatusHop[], statusName: (id: string) => string): CsvTable => ({
  header: ['Time', 'Status', 'Sent'],
  rows: hops.map(({ at, statusId, isUnsent }) => [at, statusName(statusId), isUnsent ? common.no() : common.yes()]),
})

type StatusHop = { id: string; statusId: string; at: string; isUnsent: boolean }

/** Status changes of an order that the server does not have yet, oldest first. */
export function findUnsentHops(changes: readonly WaitingChange[], orderId: string): StatusHop[] {
  return changes.flatMap(({ mutationId, at, ops }) =>
    ops.flatMap((op, index): StatusHop[] => {
      if (op.collection !== 'orders' || op.id !== orderId) return []
      const statusId = op.action === 'create' ? op.values['orderStatusId'] : op.action === 'update' ? op.changes['orderStatusId']?.to : undefined
      return typeof statusId === 'string' ? [{ id: `${mutationId}/${index}`, statusId, at, isUnsent: true }] : []
    }),
  )
}

/** Newest first; unsent ones on top. */
export const mergeHops = (sent: readonly StatusHop[], unsent: readonly StatusHop[]): StatusHop[] => [...unsent.toReversed(), ...sent.toReversed()]
