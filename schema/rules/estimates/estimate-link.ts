/** Texts of the estimate link, shared with the server. Without zod, to keep the page small. */

export const estimateLinkTexts = {
  /** The same text for a wrong, withdrawn or ended link. */
  notOpen: 'This link is not open. It may have ended. Please ask the shop.',
  decided: 'This estimate was answered already.',
  decision: 'Say approve or decline',
  nameNeeded: 'Please enter your name',
} as const

export const customerNameMax = 200

/** Relative to the shop's public address. */
export const estimatePath = (shopCode: string, token: string): string => `/${encodeURIComponent(shopCode.toLowerCase())}/e/${token}`
