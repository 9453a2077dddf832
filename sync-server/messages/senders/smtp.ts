import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Outgoing, Sender, Sending } from './sender.ts'

/** `url`: `smtp://user:password@host:587`, or `smtps://` with TLS from the start; `from`: `address` or `Name <address>`. */
export type SmtpConfig = { url: string; from: string }

const connectMs = 10_000
const answerMs = 20_000

type MailError = Error & { code?: string; command?: string; responseCode?: number }

/**
 * Sends e-mail by SMTP, one connection each. Failures before the content is sent are certain. If the response to the
 * content is lost, the server may have accepted it, so it is not tried again.
 */
export function createSmtpSender({ url, from }: SmtpConfig): Sender {
  const address = new URL(url)
  const host = address.hostname
  const reach = (outgoing: Outgoing): SmtpWork => new SmtpWork(address, compose(from, outgoing))
  return {
    send: async (outgoing, signal) => {
      const work = reach(outgoing)
      const giveUp = (): void => work.end(new Error('no answer in time'))
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        await work.run()
        return { outcome: 'taken' }
      } catch (error) {
        return errorToSending(error as MailError, { host, wasSending: work.isSending })
      } finally {
        signal.removeEventListener('abort', giveUp)
        work.end()
      }
    },
    findOutcome: async () => 'unknown',
  }
}

class SmtpWork {
  /** True once the server may have accepted the message. */
  isSending = false
  readonly #connection: SMTPConnection
  readonly #address: URL
  readonly #mail: ReturnType<MailComposer['compile']>
  #fail: (error: Error) => void = () => {}

  constructor(address: URL, mail: ReturnType<MailComposer['compile']>) {
    const isSecure = address.protocol === 'smtps:'
    this.#address = address
    this.#mail = mail
    this.#connection = new SMTPConnection({
      host: address.hostname,
      port: address.port === '' ? (isSecure ? 465 : 587) : Number(address.port),
      secure: isSecure,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
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
    const content = await this.#mail.build()
    await new Promise<void>((resolve, reject) => this.#connection.connect((error) => (error ? reject(error) : resolve())))
    if (this.#address.username !== '') await this.#logIn()
    this.isSending = true
    await new Promise<void>((resolve, reject) => this.#connection.send(this.#mail.getEnvelope(), content, (error) => (error ? reject(error) : resolve())))
  }

  #logIn(): Promise<void> {
    const credentials = { user: decodeURIComponent(this.#address.username), pass: decodeURIComponent(this.#address.password) }
    return new Promise((resolve, reject) => this.#connection.login({ credentials }, (error) => (error ? reject(error) : resolve())))
  }
}

const compose = (from: string, { id, at, to, subject, text }: Outgoing) =>
  new MailComposer({
    from,
    to: { name: '', address: to },
    subject: subject ?? '',
    text,
    date: at,
    messageId: `<${id}@${/@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()

/** SMTP codes for addresses that accept no mail. */
const noSuchAddress: ReadonlySet<number> = new Set([550, 551, 553])

function errorToSending({ code, command, responseCode, message }: MailError, { host, wasSending }: { host: string; wasSending: boolean }): Sending {
  if (responseCode !== undefined) {
    const reason = `${host} answered ${responseCode}`
    return { outcome: command === 'RCPT TO' && noSuchAddress.has(responseCode) ? 'refused' : 'again', reason }
  }
  const reason = `${host} ${wasSending ? 'went away' : 'cannot be reached'} (${code ?? message})`
  return { outcome: wasSending ? 'unknown' : 'again', reason }
}
