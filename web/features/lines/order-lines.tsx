import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { sumLines, toLineTotal } from '#schema/rules/money/line-totals.ts'
import type { LineKind } from '#schema/values/order-lines/line-kind.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { kindToText, quantityToText } from './form.ts'
import { linesToTable } from './lines-csv.ts'
import { type QuoteOfForm, TakeAsQuote } from './take-as-quote.tsx'

const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }))

type Asked = { orderId: string; kind: LineKind } | { lineId: string }

export function OrderLines({ shopId, orderId, quote }: { shopId: string; orderId: string; quote: QuoteOfForm }) {
  const rows = useRowsOfOrder('order_lines', shopId, orderId)
  const lines = useMemo(() => rows?.toSorted(compareMade), [rows])
  const [asked, setAsked] = useState<Asked | null>(null)
  const format = useShopFormat()
  const total = lines === undefined ? 0 : sumLines(lines)
  const isEmpty = lines === undefined || lines.length === 0
  return (
    <Panel
      title="Parts and Labour"
      count={!isEmpty && <CountBadge count={lines.length} label="parts and labour" isExact />}
      aside={isEmpty ? undefined : format.money(total)}
    >
      {lines?.length === 0 && <p className="py-1 pl-7 text-muted">No parts or labour yet</p>}
      <ul>
        {lines?.map((line) => (
          <LineItem key={line.id} shopId={shopId} line={line} onEdit={() => setAsked({ lineId: line.id })} />
        ))}
      </ul>
      <div className="mt-1 flex flex-wrap gap-2 pl-7">
        <Button data-add-line onClick={() => setAsked({ orderId, kind: 'part' })}>
          <Plus aria-hidden="true" />
          Add Part
        </Button>
        <Button onClick={() => setAsked({ orderId, kind: 'labour' })}>
          <Plus aria-hidden="true" />
          Add Labour
        </Button>
        {!isEmpty && <CsvButton shopId={shopId} what="Parts and labour" read={() => linesToTable(lines)} />}
        {!isEmpty && <TakeAsQuote shopId={shopId} orderId={orderId} total={total} quote={quote} />}
      </div>
      {asked !== null && (
        <Suspense>
          <LineDialog {...asked} shopId={shopId} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

const compareMade = (one: OrderLine, other: OrderLine): number =>
  one.createdAt === other.createdAt ? (one.id < other.id ? -1 : 1) : one.createdAt < other.createdAt ? -1 : 1

function LineItem({ shopId, line, onEdit }: { shopId: string; line: OrderLine; onEdit: () => void }) {
  const device = useDevice()
  const format = useShopFormat()
  const isUnsent = useIsUnsent('order_lines', line.id)
  const item = useRef<HTMLLIElement>(null)
  const { id, description, quantity, unitPrice } = line
  const remove = async (): Promise<void> => {
    const next = findNextFocus(item.current)
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'order_lines', id, title: description })
    const outcome = await runAction({ run, success: { title: 'Line deleted', action: undo }, failure: 'Failed to delete line' })
    if (outcome.ok) next?.focus()
  }
  return (
    <li ref={item} className="flex flex-wrap items-center gap-x-3 rounded-md py-1 pl-7 hover:bg-hover">
      <span className="min-w-40 flex-1 wrap-anywhere">
        {description}
        <span className="block text-sm text-muted">
          {[kindToText[line.kind], line.fromStock && line.productId !== null ? 'from stock' : ''].filter((text) => text !== '').join(', ')}
        </span>
      </span>
      {isUnsent && <UnsentMark />}
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        {quantityToText(quantity)} × {format.money(unitPrice)}
      </span>
      <span className="min-w-20 text-right whitespace-nowrap tabular-nums">{format.money(toLineTotal(line))}</span>
      <span className="flex shrink-0 max-sm:ml-auto">
        <IconButton label={`Edit line ${description}`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
        <IconButton label={`Delete line ${description}`} icon={<Trash2 aria-hidden="true" />} onClick={() => void remove()} />
      </span>
    </li>
  )
}

/** The next focus after a line is deleted: the next line, the previous one, or the add button. */
function findNextFocus(item: HTMLLIElement | null): HTMLElement | null {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? item?.closest('section')?.querySelector<HTMLElement>('[data-add-line]') ?? null
}
