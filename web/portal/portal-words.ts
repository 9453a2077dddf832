import { portalTexts } from '#schema/rules/customers/portal.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { orderStatusById, type OrderStatusName } from '#schema/values/order-status.ts'
import type { Failure, PublicOrder } from './portal-api.ts'

export type Action = 'status' | 'order' | 'register'

export type NoticeContent = {
  tone: 'ok' | 'danger' | 'neutral'
  title: string
  text?: string | undefined
  action?: { text: string; onPress: () => void } | undefined
}

const noAnswer = 'No connection to the shop. What you typed is kept: check your connection and try again.'

/** A failure's notice: the server's message, or the hint if there is none or it only repeats the title. */
export function failureToNotice(title: string, failure: Failure, hint: string = noAnswer): NoticeContent {
  const { message = hint } = failure
  return { tone: 'danger', title, text: message === title ? hint : message }
}

export function verifiedNotice(action: Action): NoticeContent {
  return { tone: 'ok', title: 'Access verified', ...(action === 'order' ? { text: 'You can now create an order.' } : {}) }
}

/** `unsent`: photos that did not arrive. */
export function submittedNotice(isFormStaying: boolean, ticket: string, unsent = 0): NoticeContent {
  const missing = unsent === 0 ? '' : ` ${unsent} of your photos did not arrive. Please show us at the counter.`
  return {
    tone: 'ok',
    text: `Your order number is ${ticket}.${missing}`,
    title: `Your repair order has been submitted. ${isFormStaying ? 'Create another order below!' : "We'll contact you soon!"}`,
  }
}

export const expiredNotice: NoticeContent = { tone: 'neutral', title: portalTexts.notVerified, text: 'What you typed is kept.' }

/** The same whether the shop knew the phone or not. */
export const registeredNotice: NoticeContent = { tone: 'ok', title: 'Customer created successfully!' }

const meaningByStatus: Readonly<Record<OrderStatusName, string>> = {
  Lead: 'We have your request and will contact you.',
  'Dropped Off': 'Your device is with us. We will look at it soon.',
  Diagnosis: 'We are finding out what is wrong.',
  'In Progress': 'We are repairing it.',
  'In the Lab': 'It is in our lab.',
  'Waiting For Approval': 'We need your approval to go on. Please contact us.',
  'Waiting For Part': 'We are waiting for a part.',
  'Waiting for information': 'We need an answer from you to go on. Please contact us.',
  Fixed: 'It is repaired. You can pick it up.',
  'Picked up': 'You have picked it up.',
  'Not Fixable': 'It cannot be repaired. Please contact us.',
  'Part Not Available': 'A part that it needs is not available. Please contact us.',
  Recycled: 'It has been recycled.',
  Cancelled: 'This order was cancelled.',
}

const nameByStatus: Partial<Readonly<Record<OrderStatusName, string>>> = { Lead: 'Received' }

/** A status's name and meaning for customers; an unknown id gets 'Unknown' and where to ask. */
export function statusToWords(orderStatusId: string): { name: string; meaning: string } {
  const name = orderStatusById.get(orderStatusId)?.statusName
  return name === undefined ? { name: 'Unknown', meaning: 'Please ask the shop.' } : { name: nameByStatus[name] ?? name, meaning: meaningByStatus[name] }
}

/** The device's issue; undefined if it only repeats words of the device's name, as some imported orders do. */
export function orderToIssue({ itemDetails, issueDescription }: Pick<PublicOrder, 'itemDetails' | 'issueDescription'>): string | undefined {
  const toWords = (text: string): string => ` ${foldText(text).trim()} `
  return toWords(itemDetails).includes(toWords(issueDescription)) ? undefined : issueDescription
}
