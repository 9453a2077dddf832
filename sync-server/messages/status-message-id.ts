import { v5 } from 'uuid'
import type { MessageChannel } from '#schema/values/messages/message-kinds.ts'

/** Names the message that tells an entry of an order's history on a channel: whoever makes it, and however often, it is one. */
export const toStatusMessageId = (channel: MessageChannel, historyId: string): string => v5(`message:${channel}`, historyId)
