import type { MutationResult, Mutation, Op, PushResponse } from '#schema/api/sync.ts'

export type SeenMutation = {
  mutation: Mutation
  sent: number
  /** The outcomes in the server's responses, also in those that did not arrive. */
  outcomes: Set<MutationResult['outcome']>
}

/** Every mutation that a device sent, and the server's outcomes. */
export class WireRecord {
  readonly byId = new Map<string, SeenMutation>()
  /** Ids of mutations that were sent with different contents under the same id. */
  readonly changed: string[] = []

  noteSent(body: Buffer): void {
    const push = parse<{ mutations?: Mutation[] }>(body)
    for (const mutation of push?.mutations ?? []) {
      const seen = this.byId.get(mutation.id)
      if (seen === undefined) {
        this.byId.set(mutation.id, { mutation, sent: 1, outcomes: new Set() })
        continue
      }
      seen.sent += 1
      if (JSON.stringify(seen.mutation.ops) !== JSON.stringify(mutation.ops)) this.changed.push(mutation.id)
    }
  }

  noteAnswered(status: number, body: Buffer): void {
    if (status !== 200) return
    for (const { id, outcome } of parse<PushResponse>(body)?.results ?? []) this.byId.get(id)?.outcomes.add(outcome)
  }

  /** The mutations with an op that passes the test. */
  find(test: (op: Op) => boolean): SeenMutation[] {
    return [...this.byId.values()].filter(({ mutation }) => mutation.ops.some(test))
  }
}

function parse<T>(body: Buffer): T | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as T
  } catch {
    return undefined
  }
}
