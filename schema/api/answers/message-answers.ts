import { z } from 'zod'
import { languages } from '../../language/compiled/languages.ts'
import type { MessageRule } from '../../rules/messages/rules-of-status.ts'
import { messageChannels, messageModes, reminderKinds } from '../../values/messages/message-kinds.ts'

export type MessageRuleAnswer = MessageRule & { id: string }

const texts = { subject: z.string().nullable(), text: z.string() }

const shared = {
  channel: z.enum(messageChannels),
  ...texts,
  otherTexts: z.partialRecord(z.enum(languages), z.strictObject(texts)).optional(),
}

export const messageRuleAnswer: z.ZodType<MessageRuleAnswer> = z
  .union([
    z.strictObject({
      id: z.uuid().meta({ description: 'Of its status and channel' }),
      orderStatusId: z.uuid(),
      mode: z.enum(messageModes),
      ...shared,
    }),
    z.strictObject({
      id: z.uuid().meta({ description: 'Of its reminder and channel' }),
      reminder: z.enum(reminderKinds),
      afterDays: z.int().meta({ description: 'Days since the order was Fixed, the estimate was sent, or the order was picked up with a balance' }),
      mode: z.enum(['off', 'send']),
      ...shared,
    }),
  ])
  .meta({ id: 'MessageRule' })
