import { createTransport } from 'nodemailer'
import type { MailConfig } from '../../config.ts'
import { toReason, type Finding } from './finding.ts'

const limitMs = 10_000
const about = 'E-mail'

/** Checks connection and login to the mail server; sends no message. */
export async function examineMail(mail: MailConfig): Promise<Finding> {
  if (mail.provider === 'log')
    return { state: 'warn', about, text: 'SMTP_URL is not set: e-mails to customers go into mail.log only. Set it and MAIL_FROM before a shop sends any.' }
  const host = new URL(mail.url).hostname
  const transport = createTransport({ url: mail.url, connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs })
  try {
    await transport.verify()
    return { state: 'ok', about, text: `${host} can be reached and lets this server in` }
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    const text = isRefused
      ? `${host} does not know this user with this password. Check SMTP_URL.`
      : `${host} cannot be reached (${toReason(error)}). Check the network, and SMTP_URL.`
    return { state: 'fail', about, text }
  } finally {
    transport.close()
  }
}
