import { useRef, useState } from 'react'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { toCreditContent } from '#schema/rules/invoices/credit-note.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import type { InvoiceContent } from '#schema/rules/invoices/invoice-sums.ts'
import { leftOfInvoice, listCredits } from '#schema/rules/invoices/order-invoices.ts'
import { makeInvoiceLink } from '#web/api/shop-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline, useIsUnsent } from '#web/device/react/use-device.ts'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { toCredited } from './credited.ts'
import { documentToText, stateToWords } from './invoice-words.ts'
import { issueDraft } from './issue-draft.ts'
import type { Asked } from './order-invoices.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './invoices-texts.ts'

type InvoiceItemProps = {
  invoice: Invoice
  documents: readonly Invoice[]
  /** What an invoice would say now. */
  content: InvoiceContent | undefined
  onAsk: (asked: Asked) => void
}

export function InvoiceItem({ invoice, documents, content, onAsk }: InvoiceItemProps) {
  const format = useShopFormat()
  const isUnsent = useIsUnsent('invoices', invoice.id)
  const { name, tone } = stateToWords(invoice, documents)
  const corrected = documents.find(({ id }) => id === invoice.correctsId)
  const total = isIssued(invoice) ? invoice.total : toDraftTotal(invoice, corrected, documents, content)
  return (
    <li aria-label={documentToText(invoice)} className="border-b border-line py-3 pl-7 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{documentToText(invoice)}</span>
        <Chip tone={tone}>{name}</Chip>
        {isUnsent && <UnsentMark />}
        <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">
          {total !== undefined && format.money(invoice.kind === 'credit-note' ? -total : total)}
        </span>
      </div>
      <p className="text-sm text-muted">
        {[
          invoice.issuedAt !== null && format.date(invoice.issuedAt),
          invoice.dueAt !== null && t.due({ date: format.date(invoice.dueAt) }),
          corrected !== undefined && t.corrects({ number: corrected.number ?? '' }),
          ...listCredits(invoice, documents).map(({ number }) => t.creditedBy({ number: number ?? '' })),
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </p>
      {invoice.note !== null && <p className="text-sm whitespace-pre-wrap wrap-anywhere">{invoice.note}</p>}
      {isIssued(invoice) ? <IssuedActions invoice={invoice} documents={documents} onAsk={onAsk} /> : <DraftActions invoice={invoice} />}
    </li>
  )
}

function toDraftTotal(draft: Invoice, corrected: Invoice | undefined, documents: readonly Invoice[], content: InvoiceContent | undefined): number | undefined {
  if (draft.kind === 'invoice') return content?.total
  const credited = corrected && toCredited(corrected, documents)
  const credit = credited && toCreditContent({ ...credited, given: toCredited(draft, []).invoice.lines, money: String })
  return credit === undefined || 'code' in credit ? undefined : credit.total
}

function IssuedActions({ invoice, documents, onAsk }: Pick<InvoiceItemProps, 'invoice' | 'documents' | 'onAsk'>) {
  const { id, orderId, kind, shopId } = invoice
  const origin = useLinkOrigin()
  const [isLinking, setIsLinking] = useState(false)
  const makeLink = async (): Promise<void> => {
    setIsLinking(true)
    const outcome = await runAction({ run: () => makeInvoiceLink(shopId, id), failure: t.linkFailed() })
    setIsLinking(false)
    if (outcome.ok) onAsk({ dialog: 'link', url: new URL(outcome.value.url, origin).href })
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Button onClick={() => openDialog({ kind: 'invoice-papers', invoiceId: id, orderId })}>{common.print()}</Button>
      <Button busy={isLinking} onClick={() => onAsk({ dialog: 'send', invoice, makeLink: () => void makeLink() })}>
        {common.send()}
      </Button>
      {kind === 'invoice' && leftOfInvoice(invoice, documents) > 0 && <Button onClick={() => onAsk({ dialog: 'credit', invoice })}>{t.creditNote()}</Button>}
    </div>
  )
}

function DraftActions({ invoice }: { invoice: Invoice }) {
  const { shopId, id, orderId, kind } = invoice
  const device = useDevice()
  const isOffline = useIsOffline()
  const [isIssuing, setIsIssuing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const issue = async (): Promise<void> => {
    setIsIssuing(true)
    await issueDraft(device, invoice)
    setIsIssuing(false)
  }
  const remove = async (): Promise<void> => {
    const add = place.current?.closest('section')?.querySelector<HTMLElement>('[data-add-line]')
    const outcome = await runAction({
      run: () => device.write(shopId, [{ action: 'delete', collection: 'invoices', id }]),
      success: t.draftDeleted(),
      failure: t.deleteFailed(),
    })
    if (outcome.ok) add?.focus()
  }
  return (
    <div ref={place} className="mt-2 flex flex-wrap items-center gap-2">
      <Button variant="primary" busy={isIssuing} disabled={isOffline} onClick={() => void issue()}>
        {t.issue()}
      </Button>
      {kind === 'invoice' && <Button onClick={() => openDialog({ kind: 'papers', orderIds: [orderId], paper: 'pick-up' })}>{t.printReceipt()}</Button>}
      <ConfirmRow label={t.deleteDraft()} question={t.deleteQuestion()} onConfirm={() => void remove()} />
      {isOffline && <p className="basis-full text-sm text-muted">{t.numberNeedsConnection()}</p>}
    </div>
  )
}
