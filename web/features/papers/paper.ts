import type { Balance } from '#schema/rules/money/balance.ts'
import type { ReceiptPaper, ShopProfile } from '#schema/rules/shop/profile.ts'

/** What can be printed of an order. */
export const orderPaperKinds = ['drop-off', 'pick-up', 'job-sheet', 'device-label'] as const

export type OrderPaperKind = (typeof orderPaperKinds)[number]

export const paperNameByKind: Readonly<Record<OrderPaperKind, string>> = {
  'drop-off': 'Drop-off receipt',
  'pick-up': 'Pick-up receipt',
  'job-sheet': 'Job sheet',
  'device-label': 'Device label',
}

/** A page of its own size; `heightMm` null: a roll, whose pages are as long as what stands on them. */
export type PaperSize = { key: string; name: string; widthMm: number; heightMm: number | null; marginMm: number; isLabel: boolean }

export const sizeByReceiptPaper: Readonly<Record<ReceiptPaper, PaperSize>> = {
  A4: { key: 'A4', name: 'A4', widthMm: 210, heightMm: 297, marginMm: 14, isLabel: false },
  letter: { key: 'letter', name: 'Letter', widthMm: 215.9, heightMm: 279.4, marginMm: 14, isLabel: false },
  // Printers of rolls leave 4 mm on each side blank.
  '80mm': { key: '80mm', name: '80 mm roll', widthMm: 80, heightMm: null, marginMm: 5, isLabel: false },
  '58mm': { key: '58mm', name: '58 mm roll', widthMm: 58, heightMm: null, marginMm: 5, isLabel: false },
}

export const toLabelSize = ({ labelWidthMm, labelHeightMm }: Pick<ShopProfile, 'labelWidthMm' | 'labelHeightMm'>): PaperSize => ({
  key: `${labelWidthMm}x${labelHeightMm}`,
  name: `Label ${labelWidthMm} × ${labelHeightMm} mm`,
  widthMm: labelWidthMm,
  heightMm: labelHeightMm,
  marginMm: 0,
  isLabel: true,
})

/** Who prints. */
export type PaperShop = {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  website: string | null
  taxId: string | null
  terms: string | null
  footer: string | null
  /** A data URL. */
  logo: string | null
}

/** An order as papers show it. What a shop or a version does not have is absent. */
export type PaperOrder = {
  /** For what is noted of the order, not for paper. */
  orderId: string
  /** Its ticket, or its short code while it has no number. */
  ticket: string
  /** The full address that the code on paper holds. */
  address: string
  customerName: string
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
  quotedCost: string | null
  payments: readonly PaperPayment[]
  balance: Balance
  /** Parts and labour; without what they cost the shop. */
  lines: readonly PaperLine[]
  /** Names of what was handed in with the device. */
  handedIn: readonly string[]
  serial?: string | undefined
  imei?: string | undefined
  passcode?: string | undefined
  signatures?: readonly PaperSignature[] | undefined
}

/** `amount` counts as it is added up: a refund is negative. */
export type PaperPayment = { text: string | null; amount: number; isAfterTax: boolean; method: string | null; at: string }

export type PaperLine = { text: string; quantity: string; unitPrice: number; total: number }

/** `picture`: a data URL. `terms`: as they were when it was signed. */
export type PaperSignature = { paper: 'drop-off' | 'pick-up'; picture: string; name: string; at: string; terms: string | null }

export type PaperProduct = { name: string; sku: string | null; price: number | null }
