import { v5 } from 'uuid'
import type { MessageRule } from './rules-of-status.ts'

/** A shop has one rule per status and channel. */
export const toRuleId = ({ orderStatusId, channel }: Pick<MessageRule, 'orderStatusId' | 'channel'>): string => v5(channel, orderStatusId)
