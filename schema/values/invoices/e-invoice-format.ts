export const eInvoiceFormats = ['ubl', 'cii'] as const

/** How an e-invoice by EN 16931 is written. */
export type EInvoiceFormat = (typeof eInvoiceFormats)[number]
