import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { domainToASCII } from 'node:url'
import type { Outgoing, Sender, Sending } from './sender.ts'
import { type MailError, toSmtpPort, toSmtpReason } from './smtp-reason.ts'

/** `url`: `smtp://user:password@host:587`, or `smtps://` with TLS from the start; `from`: an address, or `Name <address>`. `greetingMs`: for tests. */
export type SmtpConfig = { url: string; from: string; greetingMs?: number }

const connectMs = 10_000
const answerMs = 20_000

/**
 * Sends e-mail by SMTP, one connection each. Failures before the content is sent are certain. If the response to the
 * content is lost, the server may have accepted it, so it is not tried again.
 */
export function createSmtpSender({ url, from, greetingMs }: SmtpConfig): Sender {
  const address = new URL(url)
  const reach = (outgoing: Outgoing): SmtpWork => new SmtpWork(address, { mail: compose(from, outgoing), greetingMs })
  return {
    send: async (outgoing, signal) => {
      const work = reach(outgoing)
      const giveUp = (): void => work.end(new Error('no answer in time'))
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        await work.run()
        return { outcome: 'taken' }
      } catch (error) {
        return await errorToSending(error as MailError, address, work)
      } finally {
        signal.removeEventListener('abort', giveUp)
        work.end()
      }
    },
    findOutcome: async () => 'unknown',
  }
}

/** Whether the mail server can be reached and lets this server in; no message is sent. @returns why not, undefined where it does */
export async function findSmtpTrouble({ url }: SmtpConfig): Promise<string | undefined> {
  const address = new URL(url)
  const work = new SmtpWork(address)
  try {
    await work.run()
    return undefined
  } catch (error) {
    return await toSmtpReason(error as MailError, address, work.isGreeted)
  } finally {
    work.end()
  }
}

/** One message over one connection; without a message only the way to it. */
class SmtpWork {
  isGreeted = false
  /** From the moment at which the server can have taken the message. */
  isSending = false
  readonly #connection: SMTPConnection
  readonly #address: URL
  readonly #mail: ReturnType<MailComposer['compile']> | undefined
  #fail: (error: Error) => void = () => {}

  constructor(address: URL, { mail, greetingMs = connectMs }: { mail?: ReturnType<MailComposer['compile']>; greetingMs?: number | undefined } = {}) {
    const isSecure = address.protocol === 'smtps:'
    this.#address = address
    this.#mail = mail
    this.#connection = new SMTPConnection({
      host: address.hostname,
      port: toSmtpPort(address),
      secure: isSecure,
      connectionTimeout: connectMs,
      greetingTimeout: greetingMs,
      socketTimeout: answerMs,
    })
  }

  async run(): Promise<void> {
    const failed = new Promise<never>((_, reject) => {
      this.#fail = reject
      this.#connection.on('error', reject)
    })
    const work = this.#work()
    // The one that rejects after the race would be an unhandled rejection.
    work.catch(() => {})
    failed.catch(() => {})
    await Promise.race([work, failed])
  }

  /** Ends the connection; pending work fails with the error. */
  end(error?: Error): void {
    if (error !== undefined) this.#fail(error)
    this.#connection.close()
  }

  async #work(): Promise<void> {
    const mail = this.#mail
    const content = await mail?.build()
    await new Promise<void>((resolve, reject) => this.#connection.connect((error) => (error ? reject(error) : resolve())))
    this.isGreeted = true
    if (this.#address.username !== '') await this.#logIn()
    if (mail === undefined || content === undefined) return
    this.isSending = true
    await new Promise<void>((resolve, reject) => this.#connection.send(mail.getEnvelope(), content, (error) => (error ? reject(error) : resolve())))
  }

  #logIn(): Promise<void> {
    const credentials = { user: decode(this.#address.username), pass: decode(this.#address.password) }
    return new Promise((resolve, reject) => this.#connection.login({ credentials }, (error) => (error ? reject(error) : resolve())))
  }
}

/** A password may have a % that begins no sign. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parted here: a comma, a colon or a bracket in the name of a shop is no list of addresses. */
function parseFrom(from: string): { name: string; address: string } {
  const { name = '', address = from } = /^(?<name>[^<]*)<(?<address>[^<>]+)>$/.exec(from.normalize('NFC').trim())?.groups ?? {}
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.normalize('NFC') }
}

function compose(from: string, { id, at, to, subject, text }: Outgoing) {
  const sender = parseFrom(from)
  return new MailComposer({
    from: sender,
    to: { name: '', address: to },
    subject: subject ?? '',
    text,
    date: at,
    messageId: `<${id}@${domainToASCII(sender.address.slice(sender.address.lastIndexOf('@') + 1)) || 'localhost'}>`,
    // No vacation notice answers, so that none of ours can answer that.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}

/** SMTP codes for addresses that accept no mail. */
const noSuchAddress: ReadonlySet<number> = new Set([550, 551, 553])

async function errorToSending(error: MailError, address: URL, { isGreeted, isSending }: SmtpWork): Promise<Sending> {
  const { command, responseCode } = error
  const reason = await toSmtpReason(error, address, isGreeted)
  if (responseCode !== undefined) return { outcome: command === 'RCPT TO' && noSuchAddress.has(responseCode) ? 'refused' : 'again', reason }
  return { outcome: isSending ? 'unknown' : 'again', reason }
}
