import { protocolVersion } from '#schema/api/sync.ts'
import type { DeviceKeyAnswer, DeviceKeyOpenAnswer } from '#schema/api/device-keys.ts'
import type { SealKeys } from '#web/device/leaving/sealing.ts'
import type { Http } from './http.ts'
import { sortFailure } from './sync-api.ts'

/** Requests for the keys that seal unsent changes. Each names the user, so that the server refuses another user's cookie. */
export function createSealKeys({ http, userId }: { http: Http; userId: string }): SealKeys {
  const query = { user: userId, protocol: protocolVersion }
  return {
    async ask(deviceId) {
      const { id, publicKey } = await sortFailure(http.request<DeviceKeyAnswer>('POST', '/api/sync/device-keys', { deviceId }, { query }))
      if (typeof id !== 'string' || typeof publicKey !== 'string') throw new TypeError('The answer was not the server’s.')
      return { id, publicKey }
    },
    async open(keyId, publicKey) {
      const { shared } = await sortFailure(http.request<DeviceKeyOpenAnswer>('POST', `/api/sync/device-keys/${keyId}/open`, { publicKey }, { query }))
      return shared
    },
  }
}
