/** `id` stays the same across tries; `to` is an address of the channel. */
export type Outgoing = { id: string; at: Date; to: string; subject: string | null; text: string }

/** `taken`: accepted. `refused`: never accepted for this address. `again`: certainly not accepted. `unknown`: maybe accepted. */
export type Sending = { outcome: 'taken' } | { outcome: 'refused' | 'again' | 'unknown'; reason: string }

export type Sender = {
  /** Where nobody carries messages: what becomes of them instead. What such a sender takes reaches no customer. */
  instead?: string
  /** Never throws; gives up when the signal says so. */
  send: (outgoing: Outgoing, signal: AbortSignal) => Promise<Sending>
  /** Outcome of a message that a server was sending when it stopped. Undefined: the carrier recognizes repeats by id, so send it again. */
  findOutcome: (id: string) => Promise<'taken' | 'not taken' | 'unknown' | undefined>
}
