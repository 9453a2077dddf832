import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { domainToASCII } from 'node:url'
import type { Outgoing, Sender, Sending } from './sender.ts'
import { connect } from 'node:tls'

/** `url`: `smtp://user:password@host:587`, or `smtps://` with TLS from the start; `from`: an address, or `Name <address>`. `greetingMs`: for tests. */
type SmtpConfig = { url: string; from: string; greetingMs?: number }

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

type MailError = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number }

const probeMs = 3_000

/**
 * Why a mail server took nothing, in words that name what to change: the name of the host, the scheme, the certificate, the password, the
 * sender. `isGreeted`: the server had said something by then.
 */
async function toSmtpReason(error: MailError, address: URL, isGreeted: boolean): Promise<string> {
  const host = address.hostname
  const { code = '', originalCode = code, responseCode, message } = error
  const certificate = toCertificateReason(originalCode, message)
  if (certificate !== undefined) return `The certificate of ${host} is not accepted: ${certificate}`
  if (code === 'EDNS' || originalCode === 'ENOTFOUND') return `There is no host ${host}. Check the name in SMTP_URL.`
  if (/wrong version number|packet length too long|EPROTO|unknown protocol/i.test(`${originalCode} ${message}`))
    return `${host} does not speak TLS from the start at port ${toSmtpPort(address)}. Write smtp:// in place of smtps:// in SMTP_URL, or another port.`
  if (code === 'EAUTH') return toPasswordReason(host, responseCode)
  if (responseCode === 530) return `${host} wants a user and a password (530). Write smtp://user:password@… in SMTP_URL.`
  if (error.command === 'MAIL FROM' && responseCode !== undefined) return `${host} takes no mail from this sender (${responseCode}). Check MAIL_FROM.`
  if (responseCode !== undefined) return `${host} answered ${responseCode}`
  if (address.protocol === 'smtp:' && !isGreeted && originalCode !== 'ECONNREFUSED' && (await speaksTls(address)))
    return `${host} speaks TLS from the start at port ${toSmtpPort(address)}. Write smtps:// in place of smtp:// in SMTP_URL.`
  return `${host} ${isGreeted ? 'went away' : 'cannot be reached'} (${originalCode === '' ? message : originalCode}). Check the network, and SMTP_URL.`
}

const toSmtpPort = ({ protocol, port }: URL): number => (port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port))

function toPasswordReason(host: string, responseCode: number | undefined): string {
  if (responseCode === 530 || responseCode === 538)
    return `${host} takes no password without TLS (${responseCode}). Write smtps:// in SMTP_URL, or a port with STARTTLS.`
  const answer = responseCode === undefined ? '' : ` (${responseCode})`
  if (responseCode !== undefined && responseCode < 500) return `${host} cannot check the password now${answer}.`
  return `${host} does not know this user with this password${answer}. Check SMTP_URL: signs such as @ : / # % in the password are written as %40 %3A %2F %23 %25.`
}

function toCertificateReason(code: string, message: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /does not match certificate/i.test(message))
    return 'it is made for another name. Write the name that stands in it into SMTP_URL.'
  if (code === 'CERT_HAS_EXPIRED') return 'it has expired.'
  if (code === 'CERT_NOT_YET_VALID') return 'it is not valid yet. Check the clock of this machine.'
  if (/SELF_SIGNED/.test(code) || /self.signed/i.test(message))
    return 'it is signed by itself. Get one of a known authority, or name its authority in NODE_EXTRA_CA_CERTS.'
  if (/^UNABLE_TO_(?:VERIFY|GET_ISSUER)|^CERT_/.test(code)) return `nobody known has signed it (${code}). Name its authority in NODE_EXTRA_CA_CERTS.`
  return undefined
}

/** Only whether TLS is spoken; nothing is said over it, so that nobody has to be trusted. */
function speaksTls(address: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address.hostname, port: toSmtpPort(address), rejectUnauthorized: false, timeout: probeMs })
    const end = (isTls: boolean) => (): void => {
      socket.destroy()
      resolve(isTls)
    }
    socket.once('secureConnect', end(true)).once('error', end(false)).once('timeout', end(false)).once('close', end(false))
  })
}
