/** `id` is the same at every try, `to` an address of the channel. */
export type Outgoing = { id: string; at: Date; to: string; subject: string | null; text: string }

/** `taken`: the carrier has it. `refused`: it never takes one for this address. `again`: it certainly has none. `unknown`: it may have one. */
export type Sending = { outcome: 'taken' } | { outcome: 'refused' | 'again' | 'unknown'; reason: string }

export type Sender = {
  /** Never throws; gives up when the signal says so. */
  send: (outgoing: Outgoing, signal: AbortSignal) => Promise<Sending>
  /**
   * What became of one that this server, or another that is gone, was handing over when it stopped. Undefined: whoever takes it knows a
   * repeat by the id, so that it is sent again.
   */
  findOutcome: (id: string) => Promise<'taken' | 'not taken' | 'unknown' | undefined>
}
