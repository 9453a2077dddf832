import { foldText } from '#schema/values/customer-match.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import type { Failure, PublicOrder } from './portal-api.ts'
import { t } from './language/texts.ts'

export type Action = 'status' | 'order' | 'register'

export type NoticeContent = {
  tone: 'ok' | 'danger' | 'neutral'
  title: string
  text?: string | undefined
  action?: { text: string; onPress: () => void } | undefined
}

/** A failure's notice: the server's message, or the hint if there is none or it only repeats the title. */
export function failureToNotice(title: string, failure: Failure, hint: string = t.noAnswer()): NoticeContent {
  const { message = hint } = failure
  return { tone: 'danger', title, text: message === title ? hint : message }
}

export function verifiedNotice(action: Action): NoticeContent {
  return { tone: 'ok', title: t.accessVerified(), ...(action === 'order' ? { text: t.canCreateOrder() } : {}) }
}

/** `unsent`: photos that did not arrive. */
export function submittedNotice(isFormStaying: boolean, ticket: string, unsent = 0): NoticeContent {
  return {
    tone: 'ok',
    text: t.orderNumber({ ticket, unsent }),
    title: isFormStaying ? t.submittedStay() : t.submittedLeave(),
  }
}

export const toExpiredNotice = (): NoticeContent => ({ tone: 'neutral', title: t.server.notVerified(), text: t.typedIsKept() })

/** The same whether the shop knew the phone or not. */
export const toRegisteredNotice = (): NoticeContent => ({ tone: 'ok', title: t.customerCreated() })

/** A status's name and meaning for customers; an unknown id gets 'Unknown' and where to ask. */
export function statusToWords(orderStatusId: string): { name: string; meaning: string } {
  const name = orderStatusById.get(orderStatusId)?.statusName
  if (name === undefined) return { name: t.statusUnknown(), meaning: t.statusUnknownText() }
  return { name: name === 'Lead' ? t.statusReceived() : t.status[name](), meaning: t.meaning[name]() }
}

/** The device's issue; undefined if it only repeats words of the device's name, as some imported orders do. */
export function orderToIssue({ itemDetails, issueDescription }: Pick<PublicOrder, 'itemDetails' | 'issueDescription'>): string | undefined {
  const toWords = (text: string): string => ` ${foldText(text).trim()} `
  return toWords(itemDetails).includes(toWords(issueDescription)) ? undefined : issueDescription
}
