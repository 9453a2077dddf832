import { useEffect, useMemo, useState } from 'react'
import { toInvoicePaper } from '#schema/rules/invoices/invoice-paper.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { createFormat } from '#schema/rules/shop/format.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { type PaperSize, sizeByReceiptPaper } from '#web/features/papers/paper.ts'
import { Paper } from '#web/features/papers/paper-stack.tsx'
import { PreviewDialog } from '#web/features/papers/preview-dialog.tsx'
import { reader } from '#web/inputs/time/time.ts'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { InvoiceSheet } from '#web/sheets/invoice-sheet.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import type { Language } from '#schema/language/pick-language.ts'
import { toCustomerLanguage, toLocale } from '#schema/rules/customers/customer-language.ts'
import { type ShopProfile, toOwnTexts } from '#schema/rules/shop/profile.ts'
import { loadPaperTexts, PaperLanguage } from '#web/sheets/paper-texts.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './invoices-texts.ts'

type InvoicePapersProps = { shopId: string; invoiceId: string; orderId: string; onClose: () => void }

const sizes = Object.values(sizeByReceiptPaper)

/** Prints an issued invoice or credit note. */
export function InvoicePapersDialog({ shopId, invoiceId, orderId, onClose }: InvoicePapersProps) {
  const profile = useShopProfile(shopId)
  const [sheetKey, setSheetKey] = useState<string>(profile.receiptPaper)
  const size: PaperSize = sizes.find(({ key }) => key === sheetKey) ?? sizeByReceiptPaper.A4
  const isLoading = useIsFirstSync()
  const sheet = useInvoiceSheet(shopId, invoiceId, orderId)
  return (
    <PreviewDialog
      title={common.print()}
      size={size}
      sheets={
        isLoading || sheet === null
          ? []
          : sheet && [
              <Paper key={invoiceId} size={size} place={0}>
                {sheet}
              </Paper>,
            ]
      }
      emptyText={isLoading ? common.loadingPayments() : t.notHere()}
      onClose={onClose}
      choices={
        <Field label={t.size()} className="w-48">
          <Select
            value={size.key}
            onChange={(event) => setSheetKey(event.target.value)}
            options={sizes.map(({ key, name }) => ({ value: key, label: name }))}
          />
        </Field>
      }
    />
  )
}

/** Undefined while loading, null where there is nothing to print. */
function useInvoiceSheet(shopId: string, invoiceId: string, orderId: string) {
  const profile = useShopProfile(shopId)
  const logo = useShopLogo(shopId)
  const documents = useRowsOfOrder('invoices', shopId, orderId)
  const payments = useRowsOfOrder('payments', shopId, orderId)
  const order = useRow('orders', orderId)
  const language = useCustomerLanguage(profile, order.state === 'loading' ? null : (order.row?.customerId ?? null))
  return useMemo(() => {
    if (documents === undefined || payments === undefined || order.state === 'loading') return undefined
    const invoice = documents.find(({ id }) => id === invoiceId)
    const ticket = order.row === undefined ? '' : toPrintedTicket(order.row, profile.ticketPrefix)
    if (language === undefined) return undefined
    const { terms, receiptFooter } = toOwnTexts(profile, language)
    const paper = invoice && toInvoicePaper({ invoice, documents, payments, profile: { ...profile, terms }, ticket })
    if (paper === undefined) return null
    const { timeZone, website } = profile
    const locale = toLocale(language, profile)
    const format = createFormat({ currency: paper.seller.currency, locale, timeZone }, reader)
    return (
      <PaperLanguage language={language}>
        <InvoiceSheet paper={paper} shop={{ website, footer: receiptFooter, logo, locale }} format={format} />
      </PaperLanguage>
    )
  }, [documents, payments, order, invoiceId, profile, logo, language])
}

/** Once its texts are there; undefined before. */
function useCustomerLanguage(profile: Pick<ShopProfile, 'language'>, customerId: string | null): Language | undefined {
  const customer = useRow('customers', customerId)
  const language = customer.state === 'loading' ? undefined : toCustomerLanguage(customer.row, profile)
  const [loaded, setLoaded] = useState<Language>()
  useEffect(() => {
    if (language !== undefined) void loadPaperTexts([language]).then(() => setLoaded(language))
  }, [language])
  return loaded
}
