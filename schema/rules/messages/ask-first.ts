import { messageTexts } from '../../values/messages/message-texts.ts'
import { orderStatusById, orderStatusIdByName } from '../../values/order-status.ts'
import { isLate } from './message-times.ts'

const leftStatusIds: ReadonlySet<unknown> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

type Written = { writtenAt: string; now: Date; orderStatusId: string }

/** Why a text that a person wrote a while ago is not sent before somebody confirms it; undefined where it may go. */
export const findDoubt = ({ writtenAt, now, orderStatusId }: Written): string | undefined =>
  leftStatusIds.has(orderStatusId) && isLate(writtenAt, now) ? messageTexts.orderLeft(orderStatusById.get(orderStatusId)?.statusName ?? '') : undefined
