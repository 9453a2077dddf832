/** Words of the customer's link, without zod: the page is small, and the server says the same. */

export const estimateLinkTexts = {
  /** The same for a link that is wrong, has ended or was used. */
  notOpen: 'This link is not open. It may have ended, or it was answered already. Please ask the shop.',
  decision: 'Say approve or decline',
  nameNeeded: 'Please enter your name',
} as const

export const customerNameMax = 200

/** Below the shop's public address. */
export const estimatePath = (shopCode: string, token: string): string => `/${encodeURIComponent(shopCode.toLowerCase())}/e/${token}`
