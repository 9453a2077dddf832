import { isFinishedStatus } from '../../values/order-status.ts'

/** Texts and limits of a customer's order link, shared with the server. Without zod, to keep the page small. */

/** Days the link stays open after the order is finished. */
export const linkDaysAfterEnd = 90

const dayMs = 86_400_000

export const orderLinkTexts = {
  /** The same text for a wrong, expired or withdrawn link. */
  notOpen: 'This link is not open. It may have ended, or the shop has withdrawn it. Please ask the shop.',
  textNeeded: 'Please write something',
  taken: 'Your message has reached the shop.',
} as const

export const customerTextMax = 1_000

/** Relative to the shop's public address. */
export const orderPath = (shopCode: string, token: string): string => `/${encodeURIComponent(shopCode.toLowerCase())}/o/${token}`

/** As long as a real link: its token is 32 random bytes as base64url. */
export const toSampleOrderLink = (origin: string, shopCode: string): string => `${origin}${orderPath(shopCode, 'x'.repeat(43))}`

type Linked = { orderStatusId: string; statusChangedAt: string }

export const isLinkOpen = ({ orderStatusId, statusChangedAt }: Linked, now: Date): boolean =>
  !isFinishedStatus(orderStatusId) || now.getTime() - Date.parse(statusChangedAt) < linkDaysAfterEnd * dayMs

/** Documents are issued long after the end of an order, too: a link to one is open for as long from its making. */
export const isNewLink = (createdAt: string, now: Date): boolean => now.getTime() - Date.parse(createdAt) < linkDaysAfterEnd * dayMs
