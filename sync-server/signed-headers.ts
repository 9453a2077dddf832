import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256 over `<timestamp>.<body>`. The timestamp (seconds) lets the receiver refuse replays. */
export const signBody = (secret: string, timestamp: string, body: string): string => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Headers by which a receiver that has the secret verifies the sender and the time of a body. */
export function signedHeaders(secret: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { 'X-Mainspring-Timestamp': timestamp, 'X-Mainspring-Signature': `sha256=${signBody(secret, timestamp, body)}` }
}
