import { z } from 'zod'
import { messageChannels, messageModes } from '../../values/messages/message-kinds.ts'

export const messageRuleAnswer = z
  .strictObject({
    id: z.uuid().meta({ description: 'Of its status and channel' }),
    orderStatusId: z.uuid(),
    channel: z.enum(messageChannels),
    mode: z.enum(messageModes),
    subject: z.string().nullable(),
    text: z.string(),
  })
  .meta({ id: 'MessageRule' })

export type MessageRuleAnswer = z.infer<typeof messageRuleAnswer>
