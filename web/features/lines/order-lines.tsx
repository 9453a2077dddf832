import { Pencil, Plus, Trash2, Truck } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { toPrice } from '#schema/rules/money/price.ts'
import type { LineKind } from '#schema/values/order-lines/line-kind.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useOrderMoney } from '#web/device/react/use-answers.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { supplyToText } from '#web/features/purchases/supply-words.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Panel, panelButtonsClass, panelNoteClass, PanelVerb } from '#web/ui/layout/panel.tsx'
import { quantityToText } from './form.ts'
import { linesToTable } from './lines-csv.ts'
import { type QuoteOfForm, TakeAsQuote } from './take-as-quote.tsx'
import { kindToText } from './line-kinds.ts'
import { lineToText } from '#web/language/set-names-texts.ts'
import { t } from './lines-texts.ts'

const SupplyDialog = lazy(async () => ({ default: (await import('#web/features/purchases/supply-dialog.tsx')).SupplyDialog }))
const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }))

type Asked = { orderId: string; kind: LineKind } | { lineId: string }

export function OrderLines({ shopId, orderId, quote }: { shopId: string; orderId: string; quote: QuoteOfForm }) {
  const read = useOrderMoney(shopId, orderId)
  const price = useMemo(() => read && toPrice(read.money), [read])
  const ofLines = useMemo(() => read && toPrice({ ...read.money, quotedCost: null, quoteFromLines: true }), [read])
  const lines = price?.items.flatMap(({ line, amount }) => (line === null ? [] : [{ line, amount }]))
  const [asked, setAsked] = useState<Asked | null>(null)
  const format = useShopFormat()
  const isEmpty = lines === undefined || lines.length === 0
  return (
    <Panel
      title={t.title()}
      count={!isEmpty && <CountBadge count={lines.length} label={t.count()} isExact />}
      aside={isEmpty ? undefined : format.money(ofLines?.sum ?? 0)}
      isEmpty={isEmpty}
    >
      {lines?.length === 0 && <p className={panelNoteClass}>{t.none()}</p>}
      <ul>
        {lines?.map(({ line, amount }) => (
          <LineItem key={line.id} shopId={shopId} line={line} amount={amount} onEdit={() => setAsked({ lineId: line.id })} />
        ))}
      </ul>
      <div className={panelButtonsClass}>
        <Button data-add-line onClick={() => setAsked({ orderId, kind: 'part' })}>
          <Plus aria-hidden="true" />
          <PanelVerb verb={t.addVerb()} noun={t.addNoun.part()} />
        </Button>
        <Button onClick={() => setAsked({ orderId, kind: 'labour' })}>
          <Plus aria-hidden="true" />
          <PanelVerb verb={t.addVerb()} noun={t.addNoun.labour()} />
        </Button>
        {!isEmpty && <CsvButton shopId={shopId} what={t.list()} read={() => linesToTable(lines)} />}
        {!isEmpty && <TakeAsQuote shopId={shopId} orderId={orderId} total={ofLines?.total ?? 0} quote={quote} />}
      </div>
      {asked !== null && (
        <Suspense>
          <LineDialog {...asked} shopId={shopId} quotedCost={quote.read()} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

type LineItemProps = { shopId: string; line: OrderLine; /** Null for an included line. */ amount: number | null; onEdit: () => void }

function LineItem({ shopId, line, amount, onEdit }: LineItemProps) {
  const device = useDevice()
  const format = useShopFormat()
  const isUnsent = useIsUnsent('order_lines', line.id)
  const [isAsking, setIsAsking] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const { id, quantity, unitPrice } = line
  const description = lineToText(line.description)
  const remove = async (): Promise<void> => {
    const next = findNextFocus(item.current)
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'order_lines', id, title: description })
    const outcome = await runAction({ run, success: { title: t.deleted(), action: undo }, failure: t.deleteFailed() })
    if (outcome.ok) next?.focus()
  }
  return (
    <li ref={item} className="flex flex-wrap items-center gap-x-3 rounded-md py-1 pl-7 hover:bg-hover">
      <span className="min-w-40 flex-1 wrap-anywhere">
        {description}
        <span className="block text-sm text-muted">
          {[kindToText(line.kind), line.fromStock && line.productId !== null ? t.fromStock() : ''].filter((text) => text !== '').join(', ')}
        </span>
        {line.supply !== 'none' && <span className="block text-sm font-semibold">{supplyToText(line, format)}</span>}
      </span>
      {isUnsent && <UnsentMark />}
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        {line.kind === 'discount'
          ? line.percent === null
            ? ''
            : `${quantityToText(line.percent)}%`
          : `${quantityToText(quantity)} × ${format.money(unitPrice)}`}
      </span>
      <span className="min-w-20 text-right whitespace-nowrap tabular-nums">{amount === null ? t.included() : format.money(amount)}</span>
      <span className="flex shrink-0 max-sm:ml-auto">
        {line.kind === 'part' && <IconButton label={t.whereIs({ part: description })} icon={<Truck aria-hidden="true" />} onClick={() => setIsAsking(true)} />}
        <IconButton label={t.editNamed({ line: description })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
        <IconButton label={t.deleteNamed({ line: description })} icon={<Trash2 aria-hidden="true" />} onClick={() => void remove()} />
      </span>
      {isAsking && (
        <Suspense>
          <SupplyDialog shopId={shopId} line={line} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </li>
  )
}

/** The next focus after a line is deleted: the next line, the previous one, or the add button. */
function findNextFocus(item: HTMLLIElement | null): HTMLElement | null {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? item?.closest('section')?.querySelector<HTMLElement>('[data-add-line]') ?? null
}
