import type { Estimate } from '#schema/collections/work/estimates.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import { isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import type { ChipTone } from '#web/ui/layout/badge.tsx'
import { t } from './estimates-texts.ts'

export type StateWords = { name: string; tone: ChipTone }

/** A sent estimate past its validity says so. */
export function stateToWords(estimate: Pick<Estimate, 'state' | 'validUntil'>, now: string): StateWords {
  switch (estimate.state) {
    case 'draft':
      return { name: t.state.draft(), tone: 'neutral' }
    case 'sent':
      return isOpenEstimate(estimate, now) ? { name: t.state.sent(), tone: 'waiting' } : { name: t.state.ended(), tone: 'closed' }
    case 'approved':
      return { name: t.state.approved(), tone: 'ok' }
    case 'declined':
      return { name: t.state.declined(), tone: 'danger' }
    case 'withdrawn':
      return { name: t.state.withdrawn(), tone: 'closed' }
  }
}

type SendingMessage = Pick<Message, 'channel' | 'state' | 'error' | 'estimateId' | 'createdAt'>

/** The newest message that sends the estimate. */
export const findSending = <Row extends SendingMessage>(messages: readonly Row[], estimateId: string): Row | undefined =>
  messages.filter((message) => message.estimateId === estimateId).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]

/** Where a draft is on its way: 'Waits to be sent by text message.' */
export function sendingToText({ channel, state, error }: SendingMessage): string {
  const way = channel === 'email' ? 'email' : 'sms'
  if (state === 'cancelled') return t.cancelled[way]()
  return [state === 'waiting' ? t.waits[way]() : t.notSent[way](), error ?? ''].join(' ').trimEnd()
}

/** 'Version 2'; the server assigns the number. */
export const versionToText = (version: number): string => (version === 0 ? t.versionFollows() : t.version({ number: version }))

/** 'Carla Roe, by the link, Mar 2, 10:01'. */
export function answerToText({ decidedName, decidedBy, decidedAt, consentNote }: Estimate, format: ShopFormat, now: Date): string {
  const how = decidedBy === 'customer' ? t.byLink() : t.byStaff()
  return [decidedName, how, decidedAt === null ? null : format.dateTime(decidedAt, now), consentNote].filter((part) => part !== null && part !== '').join(', ')
}

/** Oldest first; versions without a number come last. */
export const compareVersions = (one: Estimate, other: Estimate): number =>
  (one.version || Number.MAX_SAFE_INTEGER) - (other.version || Number.MAX_SAFE_INTEGER) || (one.createdAt < other.createdAt ? -1 : 1)
