import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256 over `<timestamp>.<body>`; the timestamp (seconds) lets the receiver refuse what was recorded earlier. */
export const signBody = (secret: string, timestamp: string, body: string): string => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** By which whoever knows the secret can tell that a body is ours, and from when. */
export function signedHeaders(secret: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { 'X-Mainspring-Timestamp': timestamp, 'X-Mainspring-Signature': `sha256=${signBody(secret, timestamp, body)}` }
}
