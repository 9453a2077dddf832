import type { MailConfig } from '../../config.ts'
import { findSmtpTrouble } from '../../messages/senders/smtp.ts'
import type { Finding } from './finding.ts'

const about = 'E-mail'

/** Asks the mail server whether it can be reached and lets us in, by the way that messages go; none is sent. */
export async function examineMail(mail: MailConfig): Promise<Finding> {
  if (mail.provider === 'log')
    return { state: 'warn', about, text: 'SMTP_URL is not set: e-mails to customers go into mail.log only. Set it and MAIL_FROM before a shop sends any.' }
  const trouble = await findSmtpTrouble(mail)
  if (trouble !== undefined) return { state: 'fail', about, text: trouble }
  return { state: 'ok', about, text: `${new URL(mail.url).hostname} can be reached and lets this server in` }
}
