import { isFinishedStatus } from '../../values/order-status.ts'

/** Words and times of a customer's link to an order, without zod: the page is small, and the server says the same. */

/** For how long the link of a finished order is open. */
export const linkDaysAfterEnd = 90

const dayMs = 86_400_000

export const orderLinkTexts = {
  /** The same for a link that is wrong, has ended or was withdrawn. */
  notOpen: 'This link is not open. It may have ended, or the shop has withdrawn it. Please ask the shop.',
  textNeeded: 'Please write something',
  taken: 'Your message has reached the shop.',
} as const

export const customerTextMax = 1_000

/** Below the shop's public address. */
export const orderPath = (shopCode: string, token: string): string => `/${encodeURIComponent(shopCode.toLowerCase())}/o/${token}`

type Linked = { orderStatusId: string; statusChangedAt: string }

export const isLinkOpen = ({ orderStatusId, statusChangedAt }: Linked, now: Date): boolean =>
  !isFinishedStatus(orderStatusId) || now.getTime() - Date.parse(statusChangedAt) < linkDaysAfterEnd * dayMs
