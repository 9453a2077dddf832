import type { MessageChannel } from '#schema/values/messages/message-kinds.ts'
import type { Outgoing, Sender, Sending } from '#server/messages/senders/sender.ts'

/**
 * `deaf`: knows nothing of what it had, as most carriers. `asked`: says whether it has a message. `repeats`: knows one that comes again by
 * its id, and takes it as one.
 */
export type CarrierKind = 'deaf' | 'asked' | 'repeats'

/** What becomes of a message that is handed over; `unheard`: the answer is lost on its way. */
export type Outcome = 'taken' | 'again' | 'refused' | 'taken unheard' | 'lost unheard'

export const isTaken = (outcome: Outcome): boolean => outcome === 'taken' || outcome === 'taken unheard'

type OnHanded = (channel: MessageChannel, outgoing: Outgoing, outcome: Outcome) => void

/** Takes messages in the place of a real carrier. */
export class Carrier {
  readonly kind: CarrierKind
  readonly sender: Sender
  readonly #taken = new Set<string>()
  #trouble: Outcome[] = []

  constructor(kind: CarrierKind, channel: MessageChannel, onHanded: OnHanded) {
    this.kind = kind
    this.sender = {
      send: async (outgoing) => {
        const outcome = this.#trouble.shift() ?? 'taken'
        if (isTaken(outcome)) this.#taken.add(outgoing.id)
        onHanded(channel, outgoing, outcome)
        return toSending(outcome, kind)
      },
      findOutcome: async (id) => {
        if (kind === 'repeats') return undefined
        return kind === 'deaf' ? 'unknown' : this.#taken.has(id) ? 'taken' : 'not taken'
      },
    }
  }

  /** What becomes of the next ones. */
  trouble(outcomes: readonly Outcome[]): void {
    this.#trouble.push(...outcomes)
  }

  heal(): void {
    this.#trouble = []
  }
}

/** Where repeats are known, what nobody heard of is simply tried again. */
function toSending(outcome: Outcome, kind: CarrierKind): Sending {
  if (outcome === 'taken') return { outcome }
  const isUnheard = outcome === 'taken unheard' || outcome === 'lost unheard'
  return { outcome: isUnheard ? (kind === 'repeats' ? 'again' : 'unknown') : outcome, reason: 'The carrier said so' }
}
