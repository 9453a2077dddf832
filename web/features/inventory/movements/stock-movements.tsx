import { useEffect, useMemo, useState } from 'react'
import type { StockMovement } from '#schema/api/answers/inventory-answers.ts'
import { AppError } from '#schema/errors.ts'
import { isAborted } from '#web/api/errors.ts'
import { listStockMovements } from '#web/api/shop-api.ts'
import { useBootstrap, useIsOffline, useWaitingChanges } from '#web/device/react/use-device.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { cn } from '#web/ui/cn.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import type { StockReason } from '#schema/rules/inventory/stock-moves.ts'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'
import { t } from '../products-texts.ts'

/** Only the newest movements are loaded; the API lists all. */
const newestMovements = 50

type StockMovementsProps = { shopId: string; productId: string }

/** Movements of a product's count, loaded when opened and never stored; unsent ones of this device are on top. */
export function StockMovements(props: StockMovementsProps) {
  return (
    <Panel title={t.movements()} isOpenAtFirst={false} className="mt-4">
      <Movements {...props} />
    </Panel>
  )
}

type Loaded = { state: 'loading' } | { state: 'ready'; movements: ShownMovement[] } | { state: 'failed'; message: string }

function Movements({ shopId, productId }: StockMovementsProps) {
  const waiting = useWaitingChanges()
  const unsent = useMemo(() => findUnsentMoves(waiting, productId), [waiting, productId])
  const isOffline = useIsOffline()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const count = unsent.length
  useEffect(() => {
    const controller = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const rows = await listStockMovements(shopId, productId, newestMovements, controller.signal)
        if (!controller.signal.aborted) setLoaded({ state: 'ready', movements: rows.map(rowToShown) })
      } catch (error) {
        if (controller.signal.aborted || isAborted(error)) return
        // The server does not know an unsent new product; that is no failure.
        const isNew = error instanceof AppError && error.code === 'NOT_FOUND' && count > 0
        setLoaded(isNew ? { state: 'ready', movements: [] } : { state: 'failed', message: error instanceof AppError ? error.message : t.movementsOffline() })
      }
    }
    void load()
    return () => controller.abort()
    // Reload when changes were sent or the network is back.
  }, [shopId, productId, count, isOffline])
  const users = useBootstrap()?.users
  const nameOf = (userId: string | null): string => {
    const user = users?.find(({ id }) => id === userId)
    return user?.name ?? user?.login_id ?? ''
  }
  const shown = [...unsent, ...(loaded.state === 'ready' ? loaded.movements : [])]
  return (
    <div className="pl-7">
      {loaded.state === 'loading' && <Skeleton className="my-2 w-2/3" />}
      {loaded.state === 'failed' && (
        <p role="status" className="text-muted">
          {loaded.message}
        </p>
      )}
      {loaded.state === 'ready' && shown.length === 0 && <p className="text-muted">{t.noMovements()}</p>}
      {shown.length > 0 && (
        <p className="flex justify-end pb-1">
          <CsvButton shopId={shopId} what={t.movements()} read={() => toMovementsTable(shown, nameOf)} />
        </p>
      )}
      {shown.length > 0 && (
        <ol aria-label={t.movements()} className="max-h-72 overflow-y-auto">
          {shown.map((movement) => (
            <Movement key={movement.id} shopId={shopId} movement={movement} />
          ))}
        </ol>
      )}
    </div>
  )
}

const rowToShown = ({ id, delta, countAfter, reason, orderId, userId, createdAt }: StockMovement): ShownMovement => ({
  id,
  delta,
  countAfter,
  reason,
  orderId,
  userId,
  at: createdAt,
})

/** An unsent movement has no resulting count yet. */
export const toMovementsTable = (movements: readonly ShownMovement[], nameOf: (userId: string | null) => string): CsvTable => ({
  header: ['Time', 'Change', 'Reason', 'Left', 'User'],
  rows: movements.map(({ at, delta, reason, countAfter, userId }) => [
    at,
    BigInt(delta),
    t.moved[reason](),
    countAfter === null ? null : BigInt(countAfter),
    nameOf(userId),
  ]),
})

type MovementProps = { shopId: string; movement: ShownMovement }

function Movement({ shopId, movement: { delta, countAfter, reason, orderId, userId, at } }: MovementProps) {
  const now = useNow()
  const { dateTime } = useShopFormat()
  const users = useBootstrap()?.users
  const author = users?.find(({ id }) => id === userId)
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line last:border-b-0">
      <span className="w-12 text-right tabular-nums">{delta > 0 ? `+${delta}` : String(delta).replace('-', '−')}</span>
      <span className="min-w-32 flex-1">
        {t.moved[reason]()}
        {orderId !== null && <OrderTicket shopId={shopId} orderId={orderId} />}
        {author !== undefined && <span className="text-sm text-muted"> · {author.name ?? author.login_id}</span>}
      </span>
      {countAfter === null ? (
        <UnsentMark />
      ) : (
        <span className={cn('text-sm tabular-nums', countAfter < 0 ? 'text-danger-ink' : 'text-muted')}>{t.left({ count: countAfter })}</span>
      )}
      <time dateTime={at} className="shrink-0 text-sm text-muted tabular-nums">
        {dateTime(at, now)}
      </time>
    </li>
  )
}

/** Opens the order that moved the count; nothing where this device does not hold it. */
function OrderTicket({ shopId, orderId }: { shopId: string; orderId: string }) {
  const found = useRow('orders', orderId)
  if (found.state !== 'ready' || found.row === undefined) return null
  return (
    <button
      type="button"
      className="ml-1.5 inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4"
      onClick={() => openDialog({ kind: 'order-edit', orderId })}
    >
      <Ticket shopId={shopId} number={found.row.number} className="text-inherit" />
    </button>
  )
}

/** `countAfter` is null until the server has applied the movement. */
type ShownMovement = {
  id: string
  delta: number
  countAfter: number | null
  reason: StockReason
  orderId: string | null
  userId: string | null
  at: string
}

/** Movements made on this device that the server does not have yet, newest first. */
export function findUnsentMoves(changes: readonly WaitingChange[], productId: string): ShownMovement[] {
  const shown = changes.flatMap(({ mutationId, at, ops, effects = [] }) => {
    const waiting = { countAfter: null, orderId: null, userId: null, at }
    const orderId = ops.map(toOrderId).find((id) => id !== null) ?? null
    const counted = ops.flatMap((op, index): ShownMovement[] => {
      const delta = op.collection === 'products' && op.id === productId ? toCounted(op) : 0
      return delta === 0 ? [] : [{ ...waiting, id: `${mutationId}/${index}`, delta, reason: 'count' }]
    })
    const moved = effects.flatMap((effect): ShownMovement[] =>
      effect.action === 'count' && effect.key === `products/${productId}`
        ? [{ ...waiting, id: `${mutationId}/lines`, delta: effect.delta, reason: isReceipt(ops) ? 'purchase' : 'line', orderId }]
        : [],
    )
    return [...counted, ...moved]
  })
  return shown.toReversed()
}

const isReceipt = (ops: WaitingChange['ops']): boolean => ops.some(({ collection }) => collection === 'purchase_lines' || collection === 'purchases')

const toOrderId = (op: WaitingChange['ops'][number]): string | null =>
  op.action === 'create' && op.collection === 'order_lines' && typeof op.values['orderId'] === 'string' ? op.values['orderId'] : null

function toCounted(op: WaitingChange['ops'][number]): number {
  if (op.action === 'create') return Number(op.values['inventoryCount'] ?? 0)
  const change = op.action === 'update' ? op.changes['inventoryCount'] : undefined
  return change === undefined ? 0 : Number(change.to) - Number(change.from)
}
