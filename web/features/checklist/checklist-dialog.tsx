import { Fragment } from 'react'
import { OrderSigning } from '#web/features/attachments/order-signing.tsx'
import { useRowsById } from '#web/device/react/use-answers.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { checklistCountText, ChecklistBoxes } from './checklist-boxes.tsx'
import { useChecklist } from './use-checklist.ts'
import { common } from '#web/language/common-texts.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { t } from './checklist-texts.ts'

type PrintedPaper = 'device-label' | 'drop-off'

/** The button to focus first and after each print, so that Enter continues with the next step. */
const nextByPrinted: Readonly<Record<PrintedPaper | 'nothing', string>> = {
  nothing: '[data-print-label]',
  'device-label': '[data-print-receipt]',
  'drop-off': '[data-done]',
}

type ChecklistDialogProps = {
  shopId: string
  orderId: string
  visit: readonly string[] | undefined
  printed: PrintedPaper | undefined
  onClose: () => void
}

const noOrders: readonly string[] = []

/** Opens after a new order: its number, the next steps, and the checklist, whose ticks are saved at once. */
export function ChecklistDialog({ shopId, orderId, visit = noOrders, printed, onClose }: ChecklistDialogProps) {
  const checklist = useChecklist(shopId, orderId, t.saveFailed())
  const order = useRow('orders', orderId)
  const row = order.state === 'ready' ? order.row : undefined
  const customerId = row?.customerId ?? null
  const customer = useRow('customers', row?.customerId ?? null)
  const customerName = customer.state === 'ready' ? customer.row?.name : undefined
  const { isClosing, close } = useClosing(onClose)
  const earlier = useRowsById('orders', shopId, visit) ?? []
  // Return to this dialog after printing.
  const print = (paper: PrintedPaper): void => {
    const orderIds = paper === 'drop-off' ? [...visit, orderId] : [orderId]
    openDialog({ kind: 'papers', orderIds, paper, asOne: true, back: { kind: 'checklist', orderId, visit, printed: paper } })
  }
  return (
    <Dialog
      open
      size="md"
      title={t.title()}
      onCloseRequest={close}
      initialFocus={() => document.querySelector<HTMLElement>(nextByPrinted[printed ?? 'nothing'])}
      footer={
        <>
          <span role="status" className="text-sm text-muted tabular-nums">
            {checklistCountText(checklist)}
          </span>
          <Button data-done variant="primary" className="ml-auto min-w-24 max-sm:w-full" onClick={close}>
            {t.done()}
          </Button>
        </>
      }
    >
      <section aria-label={t.newOrder()} className="mb-5 border-b border-line pb-5">
        <p className="text-sm text-muted">{t.newOrder()}</p>
        <p className="min-h-12 text-[2.25rem] leading-12 font-semibold">{row && <Ticket shopId={shopId} number={row.number} />}</p>
        <p className="min-h-6 wrap-anywhere">{row && [row.itemDetails, customerName].filter(Boolean).join(' · ')}</p>
        {earlier.length > 0 && (
          <p className="text-sm text-muted">
            {fillNodes(t.with({ tickets: '{tickets}' }), {
              tickets: earlier.map(({ id, number }, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <Ticket shopId={shopId} number={number} />
                </Fragment>
              )),
            })}
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button data-print-label onClick={() => print('device-label')}>
            {t.printLabel()}
          </Button>
          <Button data-print-receipt onClick={() => print('drop-off')}>
            {visit.length === 0 ? t.printReceipt() : t.printOneReceipt()}
          </Button>
          {customerId !== null && <OrderSigning shopId={shopId} orderId={orderId} customerId={customerId} />}
          <Button onClick={() => openDialog({ kind: 'order-edit', orderId })}>{common.open()}</Button>
          <Button onClick={() => openDialog({ kind: 'order-add' })}>{t.newOrder()}</Button>
          {customerId !== null && customerName !== undefined && (
            <Button className="min-w-0 max-w-full" onClick={() => openDialog({ kind: 'order-add', customerId, visit: [...visit, orderId] })}>
              <span className="truncate">{t.anotherDevice({ customer: customerName })}</span>
            </Button>
          )}
        </div>
      </section>
      <ChecklistBoxes checklist={checklist} emptyText={t.noItems()} />
      <BackGuard isActive isClosing={isClosing} />
    </Dialog>
  )
}
