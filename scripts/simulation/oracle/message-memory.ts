import type { Json } from '#schema/values/merge.ts'
import { textOf } from './oracle-facts.ts'
import type { Held, Hop } from './oracle-model.ts'

/** What the oracle knows of messages, and what of that the database knows. */

export type Channel = string
/** As in `messages/carrier.ts`. */
export type CarrierKind = 'deaf' | 'asked' | 'repeats'
export type Outcome = 'taken' | 'again' | 'refused' | 'taken unheard' | 'lost unheard'
export type Rule = { orderStatusId: string; channel: Channel; mode: string; subject: string | null; text: string }
export type MessageFacts = {
  shops: ReadonlyMap<string, { name: string; timeZone: string; rules: readonly Rule[] }>
  carriers: Readonly<Record<Channel, CarrierKind>>
}

/** `repeats`: how often people had sent the message again by then. */
export type Handing = { atMs: number; outcome: Outcome; isNoted: boolean; repeats: number }
/** A message that a status made. */
export type Told = { hop: Hop; channel: Channel; madeMs: number }

/** What the database knows of messages besides their rows: it goes back with them. */
export class MessageMemory {
  told = new Map<string, Told>()
  handings = new Map<string, readonly Handing[]>()
  repeats = new Map<string, number>()
  /** Hops that the worker has not looked at for sure. */
  unseen: Hop[] = []

  /** From the first to the last time that a carrier was asked to take the message. */
  spanOf(id: string): number {
    const times = (this.handings.get(id) ?? []).map(({ atMs }) => atMs)
    return Math.max(...times) - Math.min(...times)
  }

  copy(): MessageMemory {
    const copy = new MessageMemory()
    copy.told = new Map(this.told)
    copy.handings = new Map(this.handings)
    copy.repeats = new Map(this.repeats)
    copy.unseen = [...this.unseen]
    return copy
  }
}

/** Why a change of a message is refused; undefined where it is not. */
export function findMessageFault(held: Readonly<Record<string, Held>>, typed: Readonly<Record<string, Json>>): string | undefined {
  const from = held['state']
  const to = typed['state'] ?? from
  const allowed = from === 'waiting' ? ['cancelled'] : from === 'failed' ? ['waiting', 'cancelled'] : []
  if (from !== to && !allowed.includes(textOf(to))) return 'a message of that state stays'
  if ('anyHour' in typed && typed['anyHour'] !== held['anyHour'] && to !== 'waiting') return 'only what waits can be hurried'
  return undefined
}

/** Where a customer is reached; null where they are not. */
export function addressOf(channel: Held | undefined, customer: Readonly<Record<string, Held>> = {}): string | null {
  const { email, countryCode, phone } = customer
  if (channel === 'email') return typeof email === 'string' && email !== '' ? email : null
  return typeof countryCode === 'string' && typeof phone === 'string' && phone !== '' ? countryCode + phone : null
}
