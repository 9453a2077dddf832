import type { Language } from '#schema/language/pick-language.ts'
import type { Balance } from '#schema/rules/money/balance.ts'
import type { WaysToPay } from '#schema/rules/money/pay-online.ts'
import type { PrintedTest } from '#schema/rules/tests/order-tests.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import type { LetterheadShop } from '#web/sheets/sheet-parts.tsx'
import type { ReceiptPaper, ShopProfile } from '#schema/rules/shop/profile.ts'
import { t } from './paper-names-texts.ts'

export const orderPaperKinds = ['drop-off', 'pick-up', 'job-sheet', 'device-label'] as const

export type OrderPaperKind = (typeof orderPaperKinds)[number]

export const paperNameByKind: Readonly<Record<OrderPaperKind, string>> = {
  'drop-off': t.kind['drop-off'](),
  'pick-up': t.kind['pick-up'](),
  'job-sheet': t.kind['job-sheet'](),
  'device-label': t.kind['device-label'](),
}

/** Sizes in millimetres; `heightMm` null: a roll, whose page is as long as its content. */
export type PaperSize = { key: string; name: string; widthMm: number; heightMm: number | null; marginMm: number; isLabel: boolean }

export const sizeByReceiptPaper: Readonly<Record<ReceiptPaper, PaperSize>> = {
  A4: { key: 'A4', name: 'A4', widthMm: 210, heightMm: 297, marginMm: 14, isLabel: false },
  letter: { key: 'letter', name: t.letter(), widthMm: 215.9, heightMm: 279.4, marginMm: 14, isLabel: false },
  // Roll printers leave 4 mm blank on each side.
  '80mm': { key: '80mm', name: t.roll({ width: 80 }), widthMm: 80, heightMm: null, marginMm: 5, isLabel: false },
  '58mm': { key: '58mm', name: t.roll({ width: 58 }), widthMm: 58, heightMm: null, marginMm: 5, isLabel: false },
}

export const toLabelSize = ({ labelWidthMm, labelHeightMm }: Pick<ShopProfile, 'labelWidthMm' | 'labelHeightMm'>): PaperSize => ({
  key: `${labelWidthMm}x${labelHeightMm}`,
  name: t.label({ width: labelWidthMm, height: labelHeightMm }),
  widthMm: labelWidthMm,
  heightMm: labelHeightMm,
  marginMm: 0,
  isLabel: true,
})

export type PaperShop = LetterheadShop & Pick<ShopProfile, 'language' | 'terms' | 'receiptFooter' | 'otherTexts'>

/** An order's printable data; absent fields do not apply to this shop. */
export type PaperOrder = {
  /** Used for the activity log, not printed. */
  orderId: string
  customerId: string | null
  /** Sold without a repair: no device, no issue. */
  isSale: boolean
  /** The ticket, or a short code while the order has no number. */
  ticket: string
  /** What the QR code holds: the order's URL, or its bare ticket where others cannot reach the server. */
  code: string
  customerName: string
  /** What the customer reads. */
  language: Language
  /** Company, name and lines of the address. */
  customerLines: readonly string[]
  customerTaxId: string | null
  customerPhones: readonly string[]
  device: string
  issue: string
  requests: string | null
  notes: string | null
  status: string
  assignee: string | null
  isPriority: boolean
  isRepeat: boolean
  createdAt: string
  dueAt: string | null
  /** The last day, or the days from a pick-up that is to come. */
  warranty: { until: string | null; days: number }
  quotedCost: string | null
  payments: readonly PaperPayment[]
  /** An invoice of it waits for its number. */
  invoiceFollows: boolean
  balance: Balance
  /** How the balance can be paid without the counter; null where nothing is to pay. */
  pay: WaysToPay | null
  /** Whether prices are without tax, with it, or the shop knows none. */
  taxMode: TaxMode
  /** Why the customer pays no tax; null for one who does. */
  exemptReason: string | null
  /** What is charged, the quote first; without the shop's purchase costs. */
  items: readonly PaperItem[]
  /** The parts and labour, for the bench. */
  lines: readonly { text: string; quantity: string }[]
  /** How the device's tests before and after the repair went. */
  tests: readonly PrintedTest[]
  /** Checklist items ticked at intake. */
  handedIn: readonly string[]
  serial?: string | undefined
  imei?: string | undefined
  passcode?: string | undefined
  signatures?: readonly PaperSignature[] | undefined
}

/** `amount` is as summed up: refunds are negative. */
export type PaperPayment = { text: string | null; amount: number; isAfterTax: boolean; method: string | null; at: string }

/** `text`: null for the quote. `amount`: null for what the quote includes. `unitPrice`: null for a quote or discount. */
export type PaperItem = { text: string | null; quantity: string; unitPrice: number | null; amount: number | null }

/** `picture`: a data URL. `terms`: as they were at signing. */
export type PaperSignature = { paper: 'drop-off' | 'pick-up'; picture: string; name: string; at: string; terms: string | null }

export type PaperProduct = { name: string; sku: string | null; price: number | null }
