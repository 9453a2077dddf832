import { connect } from 'node:tls'

export type MailError = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number }

const probeMs = 3_000

/**
 * Why a mail server took nothing, in words that name what to change: the name of the host, the scheme, the certificate, the password, the
 * sender. `isGreeted`: the server had said something by then.
 */
export async function toSmtpReason(error: MailError, address: URL, isGreeted: boolean): Promise<string> {
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

export const toSmtpPort = ({ protocol, port }: URL): number => (port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port))

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
