import { v5 } from 'uuid'
import type { MessageChannel } from '#schema/values/messages/message-kinds.ts'

/** Id of the message about a history entry on a channel; deterministic, so that it is created once. */
export const toStatusMessageId = (channel: MessageChannel, historyId: string): string => v5(`message:${channel}`, historyId)
