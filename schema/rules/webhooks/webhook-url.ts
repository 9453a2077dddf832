const webhookUrlMax = 2_000
export const webhooksMax = 50

export const webhookTexts = {
  url: 'The address must begin with https:// (http:// only for localhost).',
  noCredentials: 'The address must not hold a name or a password; the signature tells who sends.',
  tooLong: `The address can have ${webhookUrlMax} characters.`,
  events: 'Choose at least one event.',
  tooMany: `A shop can have ${webhooksMax} webhooks. Delete one first.`,
  gone: 'Webhook not found',
  deliveryGone: 'Delivery not found',
  pausedShape: 'paused must be true or false',
  paused: 'The webhook is paused. Resume it first.',
} as const

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export function findUrlFault(text: string): string | undefined {
  if (text.length > webhookUrlMax) return webhookTexts.tooLong
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'https:' && (url.protocol !== 'http:' || !loopback.has(url.hostname)))) return webhookTexts.url
  return url.username === '' && url.password === '' ? undefined : webhookTexts.noCredentials
}
