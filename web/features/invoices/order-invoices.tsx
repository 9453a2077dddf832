import { ReceiptText } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { invoiceTexts, isIssued, toStandingMessage } from '#schema/rules/invoices/invoice-states.ts'
import { type InvoiceContent, toInvoiceContent } from '#schema/rules/invoices/invoice-sums.ts'
import { findDiffering, listStanding } from '#schema/rules/invoices/order-invoices.ts'
import { useOrderMoney, useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsFirstSync, useIsOffline } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Panel, panelButtonsClass, panelNoteClass, PanelVerb } from '#web/ui/layout/panel.tsx'
import { InvoiceItem } from './invoice-item.tsx'
import { compareDocuments, differsText } from './invoice-words.ts'
import { t } from './invoices-texts.ts'
import { common } from '#web/language/common-texts.ts'

const IssueDialog = lazy(async () => ({ default: (await import('./issue-dialog.tsx')).IssueDialog }))
const MessageDialog = lazy(async () => ({ default: (await import('#web/features/messages/message-dialog.tsx')).MessageDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('#web/features/papers/codes/link-dialog.tsx')).LinkDialog }))
const CreditNoteDialog = lazy(async () => ({ default: (await import('./credit-note-dialog.tsx')).CreditNoteDialog }))

export type Asked =
  | { dialog: 'issue' }
  | { dialog: 'credit'; invoice: Invoice }
  | { dialog: 'send'; invoice: Invoice; makeLink: () => void }
  | { dialog: 'link'; url: string }

/** An order's invoices and credit notes, oldest first. */
export function OrderInvoices({ shopId, orderId }: { shopId: string; orderId: string }) {
  const rows = useRowsOfOrder('invoices', shopId, orderId)
  const documents = useMemo(() => rows?.toSorted(compareDocuments), [rows])
  const isLoading = useIsFirstSync()
  const isOffline = useIsOffline()
  const read = useOrderMoney(shopId, orderId)
  const content = useMemo(() => (read === undefined ? undefined : toInvoiceContent({ ...read.money, exemptReason: null })), [read])
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const differing = documents === undefined || isLoading || read === undefined ? undefined : findDiffering(content, documents)
  const why = documents === undefined ? undefined : isLoading ? common.loadingPayments() : whyNoIssue(content, documents)
  const isEmpty = documents === undefined || documents.length === 0
  return (
    <Panel title={t.title()} count={!isEmpty && <CountBadge count={documents.length} label={t.count()} isExact />} isEmpty={isEmpty}>
      {documents?.length === 0 && <p className={panelNoteClass}>{t.none()}</p>}
      {differing !== undefined && (
        <p role="status" className="my-1 ml-7 rounded-md bg-warn-soft px-3 py-2 text-warn-ink">
          <span className="font-semibold">{differsText(differing)}</span>
          <span className="block text-sm">{t.differsHint()}</span>
        </p>
      )}
      <ul>
        {documents?.map((invoice) => (
          <InvoiceItem key={invoice.id} invoice={invoice} documents={documents} content={content} onAsk={setAsked} />
        ))}
      </ul>
      <div className={panelButtonsClass}>
        <Button
          data-add-line
          disabled={documents === undefined || read === undefined || why !== undefined}
          title={why}
          onClick={() => setAsked({ dialog: 'issue' })}
        >
          <ReceiptText aria-hidden="true" />
          <PanelVerb verb={t.issueVerb()} noun={t.issueNoun()} />
        </Button>
        {why !== undefined && <p className="text-sm text-muted group-data-empty/panel:sr-only">{why}</p>}
      </div>
      {asked !== null && (
        <Suspense>
          {asked.dialog === 'issue' && <IssueDialog shopId={shopId} orderId={orderId} onClose={close} />}
          {asked.dialog === 'send' && (
            <MessageDialog shopId={shopId} orderId={orderId} invoiceId={asked.invoice.id} onLink={isOffline ? undefined : asked.makeLink} onClose={close} />
          )}
          {asked.dialog === 'link' && <LinkDialog url={asked.url} onClose={close} shareTitle={t.yourInvoice()} description={t.linkText()} />}
          {asked.dialog === 'credit' && <CreditNoteDialog shopId={shopId} invoiceId={asked.invoice.id} onClose={close} />}
        </Suspense>
      )}
    </Panel>
  )
}

function whyNoIssue(content: InvoiceContent | undefined, documents: readonly Invoice[]): string | undefined {
  if (documents.some((one) => one.kind === 'invoice' && !isIssued(one))) return t.issueDraftFirst()
  const [standing] = listStanding(documents)
  if (standing !== undefined) return toStandingMessage(standing.number)
  if (content === undefined) return invoiceTexts.nothingCharged
  return content.total < 0 ? invoiceTexts.belowZero : undefined
}
