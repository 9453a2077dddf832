import { v5 } from 'uuid'
import type { MessageRule } from './rules-of-status.ts'

/** Ids of reminders lie under this one. */
const reminders = '5f0d2c9e-7b1a-5c63-9d0e-3a4b8c1f6e27'

type Key = Pick<MessageRule, 'orderStatusId' | 'reminder' | 'channel'>

/** A shop has one rule per status and channel, and one per kind of reminder and channel. */
export const toRuleId = ({ orderStatusId, reminder, channel }: Key): string =>
  orderStatusId === undefined ? v5(`${reminder} ${channel}`, reminders) : v5(channel, orderStatusId)
