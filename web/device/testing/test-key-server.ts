import { createECDH } from 'node:crypto'
import { AppError } from '#schema/errors.ts'
import type { SealKeys } from '../leaving/sealing.ts'
import { OfflineError } from '../platform/server-port.ts'

/** The server side: one private key per user and device. */
export class KeyServer {
  readonly #pairs = new Map<string, ReturnType<typeof createECDH>>()
  isReachable = true

  forget(): void {
    this.#pairs.clear()
  }

  of(userId: string): SealKeys {
    return {
      ask: async (deviceId) => {
        this.#assertReachable()
        const id = `${userId}/${deviceId}`
        const pair = this.#pairs.get(id) ?? createECDH('prime256v1')
        if (!this.#pairs.has(id)) pair.generateKeys()
        this.#pairs.set(id, pair)
        return { id, publicKey: pair.getPublicKey('base64url') }
      },
      open: async (keyId, publicKey) => {
        this.#assertReachable()
        const pair = this.#pairs.get(keyId)
        if (pair === undefined || !keyId.startsWith(userId)) throw new AppError('NOT_FOUND')
        return pair.computeSecret(Buffer.from(publicKey, 'base64url')).toString('base64url')
      },
    }
  }

  #assertReachable(): void {
    if (!this.isReachable) throw new OfflineError()
  }
}
