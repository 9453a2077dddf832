import { Pencil, Plus, Trash2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { whyPaymentStands } from '#schema/rules/money/refunds.ts'
import { sumAmounts } from '#schema/values/money.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { withDraft } from '#web/forms/drafts/form-draft.ts'
import { useHasLeftDraft, useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Panel, panelNoteClass, PanelVerb } from '#web/ui/layout/panel.tsx'
import { readOpenTill } from './taken/open-till.ts'
import { type MoneyForm, moneyCollection, type MoneyKind, moneyToCreate, moneyToUpdate, newMoneyForm, newRefundForm } from './form.ts'
import { compareLines, costToLine, leftOfLine, type MoneyLine, paymentToLine } from './money-row.ts'
import { moneyToTable } from './money-csv.ts'
import { MoneyEditor } from './money-editor.tsx'
import { useHasTaxChoice } from './money-fields.tsx'
import { common } from '#web/language/common-texts.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { inSentence, toShownText } from '#web/language/staff-texts.ts'
import { t } from './money-texts.ts'
import type { Payment } from '#schema/collections/work/payments.ts'

type MoneySectionProps = {
  kind: MoneyKind
  shopId: string
  orderId: string
  report: ReportTyped
}

/** Payments or costs of an order, edited in place. */
export function MoneySection({ kind, shopId, orderId, report }: MoneySectionProps) {
  const lines = useMoneyLines(kind, shopId, orderId)
  const { kept, keep } = useLinesInEditing(lines)
  const title = t.title[kind]()
  const format = useShopFormat()
  const total = lines === undefined ? 0 : sumAmounts(lines.map(({ amount }) => amount))
  const sign = kind === 'cost' ? -1 : 1
  return (
    <Panel
      title={title}
      count={lines !== undefined && lines.length > 0 && <CountBadge count={lines.length} label={inSentence(title)} isExact />}
      aside={total === 0 ? undefined : format.money(sign * total)}
      isEmpty={kept === undefined || kept.length === 0}
    >
      {lines !== undefined && lines.length === 0 && <p className={panelNoteClass}>{t.empty[kind]()}</p>}
      <ul className="gap-x-3 sm:grid sm:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto]">
        {kept?.map((line) => (
          <MoneyItem
            key={line.id}
            kind={kind}
            shopId={shopId}
            orderId={orderId}
            line={line}
            isGone={lines?.includes(line) === false}
            onEditing={keep}
            report={report}
          />
        ))}
      </ul>
      <div className="mt-1 flex flex-wrap gap-2 group-data-empty/panel:m-0 sm:ml-7">
        <AddMoney kind={kind} shopId={shopId} orderId={orderId} report={report} />
        {lines !== undefined && lines.length > 0 && <CsvButton shopId={shopId} what={t.list[kind]()} read={() => moneyToTable(lines)} />}
      </div>
    </Panel>
  )
}

function useMoneyLines(kind: MoneyKind, shopId: string, orderId: string): MoneyLine[] | undefined {
  const payments = useRowsOfOrder('payments', shopId, kind === 'payment' ? orderId : '')
  const invoices = useRowsOfOrder('invoices', shopId, kind === 'payment' ? orderId : '')
  const costs = useRowsOfOrder('costs', shopId, kind === 'cost' ? orderId : '')
  return useMemo(() => {
    const lines = kind === 'payment' ? payments?.map((row) => paymentToLine(row, payments, invoices)) : costs?.map(costToLine)
    return lines?.toSorted(compareLines)
  }, [kind, payments, invoices, costs])
}

/** Keep a line that is deleted while being edited, to say so and let the user copy their input. */
function useLinesInEditing(lines: MoneyLine[] | undefined) {
  const [inEditing, setInEditing] = useState<readonly MoneyLine[]>([])
  const keep = useCallback(
    (line: MoneyLine, isEditing: boolean) => setInEditing((held) => [...held.filter(({ id }) => id !== line.id), ...(isEditing ? [line] : [])]),
    [],
  )
  const kept = useMemo(() => {
    const gone = inEditing.filter(({ id }) => lines?.every((line) => line.id !== id))
    return gone.length === 0 ? lines : [...(lines ?? []), ...gone].toSorted(compareLines)
  }, [lines, inEditing])
  return { kept, keep }
}

function AddMoney({ kind, shopId, orderId, report }: MoneySectionProps) {
  const device = useDevice()
  const draftKey = `${kind}-add/${orderId}`
  const stored = useStoredDraft(draftKey)
  const [wantsToAdd, setWantsToAdd] = useState<boolean>()
  // Remounts the form with empty fields for the next line.
  const [round, setRound] = useState(0)
  if (stored.state === 'loading') return null
  const isAdding = wantsToAdd ?? stored.draft !== undefined
  if (!isAdding) {
    return (
      <Button data-add-line autoFocus={wantsToAdd === false} className="max-sm:first:ml-7 group-data-empty/panel:ml-0!" onClick={() => setWantsToAdd(true)}>
        <Plus aria-hidden="true" />
        <PanelVerb verb={t.addVerb()} noun={t.addNoun[kind]()} />
      </Button>
    )
  }
  // Start the next line without the old draft.
  const end = (): void => {
    setRound(round + 1)
    setWantsToAdd(false)
  }
  const save = async (form: MoneyForm): Promise<boolean> => {
    const outcome = await runAction({
      run: async () =>
        device.write(shopId, [moneyToCreate(kind, orderId, form, undefined, await readOpenTill(device.rows, shopId))], {
          draftKey: stored.key,
          isStaying: true,
        }),
      success: t.added[kind](),
      failure: t.addFailed[kind](),
    })
    if (outcome.ok) end()
    return outcome.ok
  }
  return (
    <div className="w-full" data-editing>
      <MoneyEditor
        key={round}
        kind={kind}
        shopId={shopId}
        orderId={orderId}
        opened={newMoneyForm(kind)}
        draftKey={stored.key}
        draft={round === 0 ? stored.draft : undefined}
        saveText={t.add[kind]()}
        toSaveText={t.addAmount}
        onSave={save}
        onCancel={end}
        report={report}
      />
    </div>
  )
}

type EditMoneyProps = MoneySectionProps & { line: MoneyLine; /** Deleted while being edited. */ isGone: boolean }
type MoneyItemProps = EditMoneyProps & { onEditing: (line: MoneyLine, isEditing: boolean) => void }

function MoneyItem({ kind, shopId, orderId, line, isGone, onEditing, report }: MoneyItemProps) {
  const device = useDevice()
  // A draft left by a reload reopens the line.
  const hasDraft = useHasLeftDraft(`${kind}-edit/${line.id}`)
  const [wantsToEdit, setWantsToEdit] = useState<boolean>()
  const [wantsRefund, setWantsRefund] = useState<boolean>()
  const [asksWhy, setAsksWhy] = useState(false)
  const isEditing = wantsToEdit ?? hasDraft
  useEffect(() => onEditing(line, isEditing), [line, isEditing, onEditing])
  const item = useRef<HTMLLIElement>(null)
  const isUnsent = useIsUnsent(moneyCollection[kind], line.id)
  const format = useShopFormat()
  const hasTaxChoice = useHasTaxChoice(kind)
  const shown = format.money(kind === 'cost' ? -line.amount : line.amount)
  const date = format.date(line.createdAt)
  const why = whyPaymentStands({ kind: line.act, refunded: line.refunded, isInvoiced: line.isInvoiced })
  const whyStands = why === undefined ? undefined : toShownText(why)

  const remove = async (): Promise<void> => {
    const { run, undo } = prepareDeletion(device, shopId, { collection: moneyCollection[kind], id: line.id, title: shown })
    const next = findNextFocus(item.current)
    const outcome = await runAction({
      run,
      success: { title: t.deleted[line.act](), action: undo },
      failure: t.deleteFailed[line.act](),
    })
    if (outcome.ok) next?.focus()
  }

  if (isEditing) {
    return (
      <li className="py-1 sm:col-span-full sm:pl-7">
        <EditMoney kind={kind} shopId={shopId} orderId={orderId} line={line} isGone={isGone} report={report} onClose={() => setWantsToEdit(false)} />
      </li>
    )
  }
  return (
    <li ref={item} className="flex flex-wrap items-center gap-x-3 rounded-md pl-7 hover:bg-hover sm:col-span-full sm:grid sm:grid-cols-subgrid">
      <span className="whitespace-nowrap tabular-nums sm:text-right">{shown}</span>
      <span className="text-sm whitespace-nowrap text-muted">{hasTaxChoice && (line.afterTax ? t.afterTax() : t.beforeTax())}</span>
      <span className="min-w-0 wrap-anywhere max-sm:order-last max-sm:basis-full max-sm:pb-2 sm:line-clamp-2" title={line.text ?? undefined}>
        <span className="mr-2 inline-block text-sm text-muted tabular-nums sm:hidden">{date}</span>
        {line.act === 'refund' && <span className="mr-2 font-semibold">{t.noun.refund()}</span>}
        {line.method !== null && <span className="mr-2">{methodToText(line.method)}</span>}
        {line.text}
        {line.isInvoiced && (
          <span className="ml-2 text-sm text-muted" title={whyStands}>
            {t.invoiced()}
          </span>
        )}
        {line.refunded > 0 && <span className="ml-2 text-sm text-muted">{t.refunded({ amount: format.money(line.refunded) })}</span>}
      </span>
      <span className="flex items-center justify-end gap-2 text-sm whitespace-nowrap text-muted tabular-nums">
        {isUnsent && <UnsentMark />}
        <span className="max-sm:hidden">{date}</span>
      </span>
      <span className="flex shrink-0 max-sm:ml-auto">
        {line.act === 'payment' && line.refunded < line.amount && (
          <IconButton
            label={t.refundPayment({ amount: shown })}
            icon={<Undo2 aria-hidden="true" />}
            autoFocus={wantsRefund === false}
            onClick={() => setWantsRefund(true)}
          />
        )}
        <IconButton
          label={t.editOf[line.act]({ amount: shown })}
          icon={<Pencil aria-hidden="true" />}
          autoFocus={wantsToEdit === false}
          className={cn(whyStands !== undefined && 'opacity-55')}
          onClick={() => (whyStands === undefined ? setWantsToEdit(true) : setAsksWhy(true))}
        />
        <IconButton
          label={t.deleteOf[line.act]({ amount: shown })}
          icon={<Trash2 aria-hidden="true" />}
          className={cn(whyStands !== undefined && 'opacity-55')}
          onClick={() => (whyStands === undefined ? void remove() : setAsksWhy(true))}
        />
      </span>
      <p role="status" className="text-sm text-muted empty:hidden max-sm:order-last max-sm:basis-full sm:col-span-full">
        {asksWhy && whyStands}
      </p>
      {line.act === 'payment' && 'paymentAmount' in line.row && (
        <RefundOfPayment
          payment={line.row}
          left={leftOfLine(line)}
          isWanted={wantsRefund}
          shopId={shopId}
          orderId={orderId}
          report={report}
          onClose={() => setWantsRefund(false)}
        />
      )}
    </li>
  )
}

/** The next focus after a line is deleted: the next line, the previous one, or the add button. */
function findNextFocus(item: HTMLLIElement | null): HTMLElement | null {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return (
    neighbour?.querySelector<HTMLElement>('button:last-of-type') ??
    item?.closest('section')?.querySelector<HTMLElement>('[data-add-line], [role="group"] input') ??
    null
  )
}

function EditMoney({ kind, shopId, orderId, line, isGone, report, onClose }: EditMoneyProps & { onClose: () => void }) {
  const device = useDevice()
  const draftKey = `${kind}-edit/${line.id}`
  const stored = useStoredDraft(draftKey)
  const [first] = useState(line)
  if (stored.state === 'loading') return null
  // The values when editing began, even before a reload; the server merges changes made since.
  const opened = withDraft(first.form, stored.draft?.opened)
  const save = async (form: MoneyForm): Promise<boolean> => {
    const outcome = await runAction({
      run: () => device.write(shopId, [moneyToUpdate(kind, { id: line.id, opened, form })], { draftKey: stored.key }),
      success: t.updated[line.act](),
      failure: t.updateFailed[line.act](),
    })
    if (outcome.ok) onClose()
    return outcome.ok
  }
  return (
    <MoneyEditor
      kind={kind}
      shopId={shopId}
      orderId={orderId}
      rowId={line.id}
      opened={opened}
      draftKey={stored.key}
      draft={stored.draft}
      saveText={common.save()}
      toSaveText={t.changeToAmount}
      goneRow={isGone ? { collection: moneyCollection[kind], id: line.id } : undefined}
      onSave={save}
      onCancel={onClose}
      report={report}
    />
  )
}

type RefundOfPaymentProps = {
  payment: Payment
  left: number
  /** Undefined: a draft decides, which a reload left. */
  isWanted: boolean | undefined
  shopId: string
  orderId: string
  report: ReportTyped
  onClose: () => void
}

/** Gives a payment back, whole or in part, below its line. */
function RefundOfPayment({ payment, left, isWanted, shopId, orderId, report, onClose }: RefundOfPaymentProps) {
  const device = useDevice()
  const stored = useStoredDraft(`refund-add/${orderId}/${payment.id}`)
  if (stored.state === 'loading' || !(isWanted ?? stored.draft !== undefined)) return null
  const save = async (form: MoneyForm): Promise<boolean> => {
    const outcome = await runAction({
      run: async () => {
        const till = await readOpenTill(device.rows, shopId)
        return device.write(shopId, [moneyToCreate('payment', orderId, form, undefined, till)], { draftKey: stored.key, isStaying: true })
      },
      success: t.added.refund(),
      failure: t.addFailed.refund(),
    })
    if (outcome.ok) onClose()
    return outcome.ok
  }
  return (
    <div className="w-full py-1 max-sm:order-last sm:col-span-full">
      <MoneyEditor
        kind="payment"
        shopId={shopId}
        orderId={orderId}
        opened={newRefundForm(payment, left)}
        draftKey={stored.key}
        draft={stored.draft}
        saveText={t.add.refund()}
        toSaveText={t.addAmount}
        onSave={save}
        onCancel={onClose}
        report={report}
      />
    </div>
  )
}
