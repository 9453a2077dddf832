import type { ReturnNumbers } from '#schema/api/numbers.ts'
import type { PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { NumbersApi, SyncApi } from '../platform/server-port.ts'

type Lease = { deviceId: string; shopId: string; from: number; to: number }

/** For tests: assigns ticket numbers in front of a server without them. */
export class TestNumbers {
  next = 1
  leases: Lease[] = []
  readonly returned: ReturnNumbers[] = []
  readonly numberById = new Map<string, number>()
  /** While set, requests for numbers fail with it. */
  fault: (() => never) | undefined

  wrap(api: SyncApi): SyncApi & { numbers: NumbersApi } {
    return {
      ...api,
      push: async (request, signal, limitMs) => this.#number(request, await api.push(request, signal, limitMs)),
      numbers: {
        lease: async ({ deviceId, shopId, count }) => {
          this.fault?.()
          const lease = { deviceId, shopId, from: this.next, to: this.next + count - 1 }
          this.next = lease.to + 1
          this.leases.push(lease)
          return { from: lease.from, to: lease.to }
        },
        giveBack: async (request) => void this.returned.push(request),
      },
    }
  }

  #number({ deviceId, mutations }: PushRequest, response: PushResponse): PushResponse {
    for (const { shopId, ops } of mutations) {
      for (const op of ops) {
        if (op.action !== 'create' || op.collection !== 'orders' || this.numberById.has(op.id)) continue
        this.numberById.set(op.id, this.#take(deviceId, shopId, op.values['number']))
      }
    }
    const numbered = response.results.map((result) => ({
      ...result,
      documents: result.documents.map(({ collection, document }) => {
        const number = collection === 'orders' && document._deleted !== true ? this.numberById.get(document.id) : undefined
        return { collection, document: number === undefined ? document : { ...document, number } }
      }),
    }))
    return { ...response, results: numbered }
  }

  #take(deviceId: string, shopId: string, sent: unknown): number {
    const isLeased = (number: number): boolean =>
      this.leases.some((lease) => lease.deviceId === deviceId && lease.shopId === shopId && lease.from <= number && number <= lease.to)
    const isFree = (number: number): boolean => ![...this.numberById.values()].includes(number)
    if (typeof sent === 'number' && isLeased(sent) && isFree(sent)) return sent
    return this.next++
  }
}
