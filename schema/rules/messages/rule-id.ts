import { v5 } from 'uuid'
import type { MessageRule } from './rules-of-status.ts'

/** Names a rule in lists: a shop has one for a status and channel. */
export const toRuleId = ({ orderStatusId, channel }: Pick<MessageRule, 'orderStatusId' | 'channel'>): string => v5(channel, orderStatusId)
