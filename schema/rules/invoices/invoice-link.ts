/** The customer's page of an issued document. Without zod, to keep the page small. */

export const invoiceLinkTexts = {
  /** The same text for a wrong, withdrawn or ended link. */
  notOpen: 'This link is not open. It may have ended, or the shop has withdrawn it. Please ask the shop.',
  issueFirst: 'Issue it first: a draft has no page for the customer.',
} as const

/** Relative to the shop's public address. */
export const invoicePath = (shopCode: string, token: string): string => `/${encodeURIComponent(shopCode.toLowerCase())}/i/${token}`
