import { Pencil, Printer } from 'lucide-react'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { isSale } from '#schema/values/order-kind.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { type DeletionTexts, DeleteRow } from '#web/features/deleted/delete-row.tsx'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { RowOfOtherShop } from '#web/forms/news/row-of-other-shop.tsx'
import { useTypedLines, type ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { useEditForm, type EditState } from '#web/forms/use-edit-form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Panels } from '#web/ui/layout/panel.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useAuth } from '#web/session/session.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { orderForm, type OrderForm, type OrderFormField } from './form.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { askToTell } from '#web/features/messages/ask-to-tell.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useMovedDevice } from './device/moved-device.tsx'
import { useNewCustomer } from './new-customer.tsx'
import { OrderHead } from './head/order-head.tsx'
import { OrderCustomerField } from './order-customer-field.tsx'
import { AssetField } from './device/asset-field.tsx'
import { PasscodeField } from './device/passcode-field.tsx'
import { DeviceFields, TwoColumns, WorkFields } from './order-fields.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { AgeDot } from '#web/inputs/time/age-dot.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { OrderPhotos } from '#web/features/attachments/order-photos.tsx'
import { OrderSignatures } from '#web/features/attachments/order-signatures.tsx'
import { OrderChecklist } from '#web/features/checklist/order-checklist.tsx'
import { OrderEstimates } from '#web/features/estimates/order-estimates.tsx'
import { OrderHistory } from '#web/features/history/order-history.tsx'
import { OrderLines } from '#web/features/lines/order-lines.tsx'
import type { QuoteOfForm } from '#web/features/lines/take-as-quote.tsx'
import { OrderMessages, useIsUnreadAtFirst } from '#web/features/messages/order-messages.tsx'
import { OrderInvoices } from '#web/features/invoices/order-invoices.tsx'
import { MoneySection } from '#web/features/money/money-section.tsx'
import { OrderNotes } from '#web/features/notes/order-notes.tsx'
import { OrderTasks } from '#web/features/tasks/order-tasks.tsx'
import { readMissingTests } from '#web/features/tests/missing-tests.ts'
import { OrderTests } from '#web/features/tests/order-tests.tsx'
import { quoteToShopTyped, readShopQuote } from '#web/inputs/shop-amounts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { common } from '#web/language/common-texts.ts'
import { t as list } from './list/orders-texts.ts'
import { t } from './order-form-texts.ts'
import { OrderBalance } from './head/order-balance.tsx'
import { useSectionsDue } from './head/use-sections-due.ts'

type EditOrderProps = FormDialogRequest & { orderId: string }

export function EditOrderDialog({ orderId, ...request }: EditOrderProps) {
  const opening = useFormOpening(request, `order-edit/${orderId}`)
  const edited = useEditedRow('orders', orderId)
  if (opening === undefined || edited.state === 'loading') return null
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('orders', opening.draft)} onClose={request.onClose} />
  if (edited.first.shopId !== request.shopId) {
    return (
      <RowOfOtherShop noun={t.noun()} shopId={edited.first.shopId} path={dashboardPath({ shopId: edited.first.shopId, orderId })} onClose={request.onClose} />
    )
  }
  if (isSale(edited.first)) return <SaleDialog shopId={request.shopId} order={edited.row ?? edited.first} onClose={request.onClose} />
  return <EditOrderForm opening={opening} first={edited.first} row={edited.row} />
}

const SaleDialog = laterDialog(async () => (await import('#web/features/sales/sale-dialog.tsx')).SaleDialog)

const finishLineFirst = t.finishLine()

/** Tasks, payments, costs and ticks are deleted with the order. */
const deletionTexts: DeletionTexts = {
  label: t.deleteThis(),
  question: t.deleteQuestion(),
  success: { title: t.deleted(), description: t.deletedText() },
  failure: { title: t.deleteFailed(), description: t.deleteFailedText() },
}

/** Focus the status, which is changed most; not in one column, where it is too far down. */
const findStatusField = (): HTMLElement | null =>
  window.matchMedia('(min-width: 768px)').matches ? document.querySelector<HTMLElement>('select[name="orderStatusId"]') : null

function EditOrderForm({ opening, first, row }: { opening: FormOpening; first: Order; row: Order | undefined }) {
  const { shopId, refused } = opening
  const orderId = first.id
  const device = useDevice()
  const write = useFormWrite(opening)
  const { hasPrivilege } = useAuth()
  const lines = useTypedLines()
  const { form, shell, edit, submit } = useEditForm(opening, { definition: orderForm, first, row, isDirtyBeside: lines.isDirty })
  const words = useOrderWords(shopId, row?.customerId ?? edit.opened.customerId ?? '')
  const customer = useRow('customers', row?.customerId ?? null)
  const newCustomer = useNewCustomer(shopId, form)

  const moved = useMovedDevice(form, first)
  const [isQuiet, setIsQuiet] = useState(true)
  const sections = useSectionsDue()
  const quote = useTakenQuote(form, edit)
  const adoptStatus = useAdoptedStatus(form, edit)
  const isUnreadFirst = useIsUnreadAtFirst(shopId, orderId)
  const thread = <OrderMessages shopId={shopId} orderId={orderId} report={lines.report} />

  const save = submit(async (typed) => {
    if (lines.isDirty && !(await lines.saveAll())) return shell.setResult(finishLineFirst)
    const changes = orderForm.toChanges(edit.openedForm, typed)
    const missing = changes.orderStatusId === undefined ? undefined : await readMissingTests(device, shopId, orderId, changes.orderStatusId)
    if (missing !== undefined && changes.orderStatusId !== undefined) {
      openDialog({ kind: 'tests-missing', orderId, orderStatusId: changes.orderStatusId, missing })
      return shell.setResult(t.notSaved({ missing }))
    }
    const outcome = await runAction({
      run: async () => {
        const { before, assetId, after } = await moved.read(typed)
        return write([...before, { action: 'update', collection: 'orders', id: orderId, values: { ...changes, ...assetId }, seen: edit.opened }, ...after])
      },
      success: list.updated(),
      failure: list.updateFailed(),
    })
    await shell.finish(outcome)
    if (outcome.ok && changes.orderStatusId !== undefined) await askToTell(device, { shopId, orderId, orderStatusId: changes.orderStatusId })
  })

  return (
    <>
      <FormDialog
        title={t.editOrder()}
        size="sheet"
        headerAside={
          row && (
            <>
              <OrderAge shopId={shopId} order={row} />
              <Button variant="ghost" aria-pressed={!isQuiet} className={cn('px-3 max-sm:hidden', !isQuiet && 'bg-hover')} onClick={() => setIsQuiet(!isQuiet)}>
                <Pencil aria-hidden="true" />
                {common.edit()}
              </Button>
              <IconButton label={common.print()} icon={<Printer aria-hidden="true" />} onClick={() => openDialog({ kind: 'papers', orderIds: [orderId] })} />
            </>
          )
        }
        shell={shell.result === finishLineFirst && !lines.isDirty ? { ...shell, result: undefined } : shell}
        onDiscard={lines.discardAll}
        onSubmit={() => void save()}
        submitText={lines.saveText === undefined ? t.saveChanges() : t.lineAndSave({ line: lines.saveText })}
        cannotSubmit={row === undefined}
        isSubmitQuiet={!shell.isDirty}
        news={
          <RowNews
            noun={t.noun()}
            row={{ collection: 'orders', id: orderId }}
            edit={edit}
            changeToText={(stored, field) => changeToText(stored, field, words)}
            readText={() => formToText(form.getValues(), words)}
          />
        }
        isOnAddress={refused === undefined}
        initialFocus={findStatusField}
      >
        {row !== undefined && (
          <OrderHead
            shopId={shopId}
            order={row}
            balance={<OrderBalance form={form} shopId={shopId} order={row} isMain={!shell.isDirty} onRead={sections.makeDue} onStatus={adoptStatus} />}
            onStatus={adoptStatus}
          />
        )}
        {row !== undefined && isUnreadFirst === true && <div className="-mt-5 mb-5 *:border-t-0">{thread}</div>}
        <TwoColumns
          isQuiet={isQuiet}
          left={
            <>
              <OrderCustomerField form={form} shopId={shopId} withChat onAddCustomer={newCustomer.ask} />
              {moved.question}
              <AssetField form={form} shopId={shopId} orderId={orderId} />
              <DeviceFields
                isQuiet={isQuiet}
                form={form}
                shopId={shopId}
                beforeNotes={row !== undefined && <OrderNotes shopId={shopId} orderId={orderId} report={lines.report} />}
              />
              <PasscodeField form={form} shopId={shopId} orderId={orderId} />
            </>
          }
          right={<WorkFields form={form} shopId={shopId} isQuiet={isQuiet} />}
        />
        {row !== undefined && sections.areDue && (
          <OrderSections
            shopId={shopId}
            orderId={orderId}
            order={row}
            customer={customer.state === 'ready' ? customer.row : undefined}
            quote={quote}
            report={lines.report}
            messages={isUnreadFirst === false && thread}
          />
        )}
        {(row !== undefined || edit.isDeleting) && hasPrivilege('delete_order') && (
          <div className="mt-8 border-t border-line pt-4">
            <DeleteRow
              shopId={shopId}
              target={{ collection: 'orders', id: orderId, title: row?.itemDetails ?? '' }}
              texts={deletionTexts}
              isBusy={edit.isDeleting}
              onBusyChange={edit.setIsDeleting}
              onDeleted={shell.leave}
            />
          </div>
        )}
      </FormDialog>
      {newCustomer.dialog}
    </>
  )
}

/** An order's ticket, stored status, and days in that status. */
function OrderAge({ shopId, order }: { shopId: string; order: Order }) {
  const colors = useBootstrap()?.shops.find(({ id }) => id === shopId)?.config.orderConfig.statusColors
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Ticket shopId={shopId} number={order.number} className="font-semibold" />
      <StatusChip statusId={order.orderStatusId} />
      <AgeDot order={order} colors={colors} />
    </span>
  )
}

type OrderSectionsProps = {
  shopId: string
  orderId: string
  order: Order
  customer: Customer | undefined
  quote: QuoteOfForm
  report: ReportTyped
  messages: ReactNode
}

/** Parts of an order that save on their own, line by line. */
function OrderSections({ shopId, orderId, order, customer, quote, report, messages }: OrderSectionsProps) {
  return (
    <Panels>
      <OrderPhotos shopId={shopId} orderId={orderId} draftKey={`photos/${orderId}`} />
      <OrderSignatures shopId={shopId} orderId={orderId} customer={customer} />
      <OrderTasks shopId={shopId} orderId={orderId} report={report} />
      <OrderLines shopId={shopId} orderId={orderId} quote={quote} />
      <OrderEstimates shopId={shopId} orderId={orderId} customerName={customer?.name ?? ''} />
      <MoneySection kind="payment" shopId={shopId} orderId={orderId} report={report} />
      <OrderInvoices shopId={shopId} orderId={orderId} />
      <MoneySection kind="cost" shopId={shopId} orderId={orderId} report={report} />
      <OrderChecklist shopId={shopId} orderId={orderId} />
      <OrderTests shopId={shopId} orderId={orderId} assetId={order.assetId} isRepaired={order.fixedAt !== null} />
      {messages}
      <OrderHistory shopId={shopId} orderId={orderId} />
    </Panels>
  )
}

/** Display names of ids; `customerId` is the only customer that is named. */
function useOrderWords(shopId: string, customerId: string): OrderWords {
  const statuses = useOrderStatuses()
  const employeeName = useEmployeeNames(shopId)
  const now = useNow()
  const { dateTime } = useShopFormat()
  const customerName = useCustomerName(customerId)
  return {
    statusName: (id) => statuses.find((status) => status.id === id)?.statusName ?? list.unknownStatus(),
    employeeName,
    customerName: (id) => (id === customerId ? customerName : t.anotherCustomer()),
    dateTime: (instant) => dateTime(instant, now),
  }
}

function useCustomerName(customerId: string): string {
  const found = useRow('customers', customerId)
  return found.state === 'ready' ? (found.row?.name ?? t.customerNotHere()) : '…'
}

/**
 * Handles a quote taken from the lines' total: the field adopts it once the row has it, so that it counts neither as
 * typed nor as a change of another user.
 */
function useTakenQuote<Shown>(form: UseFormReturn<OrderForm>, { openedForm, stored, takeStored }: EditState<OrderForm, Shown>): QuoteOfForm {
  const [taken, setTaken] = useState<string>()
  const isDue = taken !== undefined && stored?.quotedCost === taken && openedForm.quotedCost !== quoteToShopTyped(taken)
  useEffect(() => {
    if (isDue) takeStored('quotedCost')
  }, [isDue, takeStored])
  const onTaken = (quote: string): void => {
    setTaken(quote)
    // The row had this quote already, so only reset the typed text.
    const typed = quoteToShopTyped(quote)
    if (openedForm.quotedCost === typed) form.setValue('quotedCost', typed, { shouldDirty: true })
  }
  return { read: () => readShopQuote(form.getValues('quotedCost')), onTaken }
}

/**
 * Returns how the head tells of a status that it writes: the form adopts that status, and what follows from it, so that
 * neither counts as typed nor as a change of another user. The same for Undo.
 */
function useAdoptedStatus<Shown>(form: UseFormReturn<OrderForm>, { stored, remote, takeStored }: EditState<OrderForm, Shown>) {
  const [own, setOwn] = useState<readonly string[]>([])
  const isOwn = stored !== undefined && own.includes(stored.orderStatusId)
  const due = isOwn ? (['orderStatusId', 'passcode'] as const).find((name) => remote.includes(name)) : undefined
  useEffect(() => {
    if (due !== undefined && (due === 'orderStatusId' || !form.getFieldState(due).isDirty)) takeStored(due)
  }, [due, form, takeStored])
  return (from: string, to: string): void => setOwn([from, to])
}

type OrderWords = {
  statusName: (id: string) => string
  employeeName: (id: string) => string
  customerName: (id: string) => string
  dateTime: (instant: string) => string
}

function valueToText(form: OrderForm, field: OrderFormField, words: OrderWords): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? t.on() : t.off()
  if (field === 'orderStatusId') return words.statusName(value)
  if (field === 'assignedEmployeeId') return value === '' ? t.nobody() : words.employeeName(value)
  if (field === 'customerId') return words.customerName(value)
  if (field === 'dueTimestamp') return value === '' ? t.none() : words.dateTime(value)
  if (field === 'assetId') return value === '' ? t.notChosenNow() : t.anotherDevice()
  if (field === 'passcode') return value === '' ? t.none() : t.anotherPasscode()
  return value
}

/** 'Quoted cost is now 85'. */
export const changeToText = (stored: OrderForm, field: OrderFormField, words: OrderWords): string =>
  fieldToNews(orderForm, field, valueToText(stored, field, words))

/** Not listed as changes: the passcode is secret, and a device id means nothing to users. */
const isUntold = (field: OrderFormField): boolean => field === 'passcode' || field === 'assetId'

/** The typed values, one line per field, for the clipboard. */
export const formToText = (form: OrderForm, words: OrderWords): string =>
  typedToLines(orderForm, (field) => (form[field] === '' || form[field] === false || isUntold(field) ? '' : valueToText(form, field, words)))
