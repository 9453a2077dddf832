import { v5 } from 'uuid'
import type { MessageChannel, ReminderKind } from '#schema/values/messages/message-kinds.ts'

/** Id of the message about a history entry on a channel; deterministic, so that it is created once. */
export const toStatusMessageId = (channel: MessageChannel, historyId: string): string => v5(`message:${channel}`, historyId)

/** Of a reminder: once for the history entry or estimate that it is about, whatever becomes of the rule's days. */
export const toReminderId = (kind: ReminderKind, channel: MessageChannel, occasionId: string): string => v5(`reminder:${kind}:${channel}`, occasionId)
