import path from 'node:path'
import type { MessageChannel } from '#schema/values/messages/message-kinds.ts'
import type { Config } from '../../config.ts'
import { createFileSender } from './log-file.ts'
import type { Sender } from './sender.ts'
import { createSmsWay } from './sms-sender.ts'
import { createSmtpSender } from './smtp.ts'

export type Senders = Readonly<Record<MessageChannel, Sender>>

export function createSenders({ sms, mail, dataDir }: Pick<Config, 'sms' | 'mail' | 'dataDir'>): Senders {
  return {
    sms: createSmsWay(sms, path.join(dataDir, 'sms.log')),
    email: mail.provider === 'log' ? createFileSender(path.join(dataDir, 'mail.log')) : createSmtpSender(mail),
  }
}
