import type { Estimate } from '#schema/collections/work/estimates.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import { isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import type { ChipTone } from '#web/ui/layout/badge.tsx'

export type StateWords = { name: string; tone: ChipTone }

/** A sent estimate past its validity says so. */
export function stateToWords(estimate: Pick<Estimate, 'state' | 'validUntil'>, now: string): StateWords {
  switch (estimate.state) {
    case 'draft':
      return { name: 'Draft', tone: 'neutral' }
    case 'sent':
      return isOpenEstimate(estimate, now) ? { name: 'Sent', tone: 'waiting' } : { name: 'Ended', tone: 'closed' }
    case 'approved':
      return { name: 'Approved', tone: 'ok' }
    case 'declined':
      return { name: 'Declined', tone: 'danger' }
    case 'withdrawn':
      return { name: 'Withdrawn', tone: 'closed' }
  }
}

type SendingMessage = Pick<Message, 'channel' | 'state' | 'error' | 'estimateId' | 'createdAt'>

/** The newest message that sends the estimate. */
export const findSending = <Row extends SendingMessage>(messages: readonly Row[], estimateId: string): Row | undefined =>
  messages.filter((message) => message.estimateId === estimateId).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]

/** Where a draft is on its way: 'Waits to be sent by text message.' */
export function sendingToText({ channel, state, error }: SendingMessage): string {
  const way = channel === 'email' ? 'e-mail' : 'text message'
  if (state === 'waiting') return `Waits to be sent by ${way}.${error === null ? '' : ` ${error}`}`
  return state === 'cancelled' ? `The ${way} was cancelled.` : `The ${way} was not sent. ${error ?? ''}`.trimEnd()
}

/** 'Version 2'; the server assigns the number. */
export const versionToText = (version: number): string => (version === 0 ? 'Version follows' : `Version ${version}`)

/** 'Carla Roe, by the link, Mar 2, 10:01'. */
export function answerToText({ decidedName, decidedBy, decidedAt, consentNote }: Estimate, format: ShopFormat, now: Date): string {
  const how = decidedBy === 'customer' ? 'by the link' : 'recorded by staff'
  return [decidedName, how, decidedAt === null ? null : format.dateTime(decidedAt, now), consentNote].filter((part) => part !== null && part !== '').join(', ')
}

/** Oldest first; versions without a number come last. */
export const compareVersions = (one: Estimate, other: Estimate): number =>
  (one.version || Number.MAX_SAFE_INTEGER) - (other.version || Number.MAX_SAFE_INTEGER) || (one.createdAt < other.createdAt ? -1 : 1)

/** The draft's values as text for the list of unfinished forms. */
export function describeEstimateDraft({ values }: FormDraft): string {
  const texts = Object.entries(values).flatMap(([name, value]) => (name === 'lines' || typeof value !== 'string' || value === '' ? [] : [value]))
  return [...describeLines(values['lines']), ...texts].join('\n')
}

function describeLines(typed: unknown): string[] {
  if (typeof typed !== 'string') return []
  try {
    const lines = JSON.parse(typed) as { quantity?: string; description?: string; unitPrice?: string }[]
    return lines.map(({ quantity = '', description = '', unitPrice = '' }) => `${quantity} × ${description} ${unitPrice}`.trim())
  } catch {
    return []
  }
}
