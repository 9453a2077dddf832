/** Texts of the estimate link, shared with the server. Without zod, to keep the page small. */

export const estimateLinkTexts = {
  /** The same text for a wrong, expired or used link. */
  notOpen: 'This link is not open. It may have ended, or it was answered already. Please ask the shop.',
  decision: 'Say approve or decline',
  nameNeeded: 'Please enter your name',
} as const

export const customerNameMax = 200

/** Relative to the shop's public address. */
export const estimatePath = (shopCode: string, token: string): string => `/${encodeURIComponent(shopCode.toLowerCase())}/e/${token}`
