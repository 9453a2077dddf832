import { isUuid } from '../../values/uuid.ts'
import { isLoopbackOrigin } from '../shop/shared-origin.ts'

/** URL path of a ticket: the order for staff, the portal for others. `/` is sent as %2F. */
export const toTicketPath = (shopPart: string, ticket: string): string => `/${encodeURIComponent(shopPart)}/t/${encodeURIComponent(ticket)}`

type ScannedCode =
  | { kind: 'ticket-address'; shopPart: string; ticket: string }
  /** On labels printed before the order had a number. */
  | { kind: 'order-address'; shopPart: string; orderId: string }
  | { kind: 'other-page' }
  /** A foreign URL; never opened. */
  | { kind: 'foreign-address'; host: string }
  | { kind: 'text'; text: string }

/** `origins`: of this app, such as `https://shop.example`. */
export function readScannedCode(code: string, origins: readonly string[]): ScannedCode {
  const text = code.trim()
  const url = toUrl(text)
  if (url === undefined) return (text.startsWith('/') ? readPath(text) : undefined) ?? { kind: 'text', text }
  // Compares hosts only: a scanner's keyboard layout or a proxy may change the scheme. Older labels name the server's own machine.
  if (!isLoopbackOrigin(url.origin) && !origins.some((origin) => url.host === new URL(origin).host)) return { kind: 'foreign-address', host: url.host }
  return readPath(url.pathname) ?? { kind: 'other-page' }
}

function toUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function readPath(pathname: string): ScannedCode | undefined {
  let segments: string[]
  try {
    segments = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
  const [shopPart, second, third, fourth, fifth] = segments
  if (shopPart === undefined || third === undefined || fifth !== undefined) return undefined
  if (second === 't' && fourth === undefined) return { kind: 'ticket-address', shopPart, ticket: third }
  return third === 'order' && fourth !== undefined && isUuid(fourth) ? { kind: 'order-address', shopPart, orderId: fourth.toLowerCase() } : undefined
}
