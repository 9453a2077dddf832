import { afterAll, afterEach, beforeAll } from 'vitest'
import { v7 } from 'uuid'
import type { Privilege } from '#schema/privileges.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import type { DeviceOptions } from '../device.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { closeTestDevices, faulty, offline, openTestDevice, testStorage, until, untilSynced } from './test-device.ts'
import { signInToServer } from './test-server-api.ts'

export const password = 'a long enough password'

/** `tab`: the storage of an earlier device, to open it again. `wrap`: what lies between the device and the server. */
type Opening = Partial<DeviceOptions> & { tab?: string; isOffline?: boolean; wrap?: (api: SyncApi) => SyncApi }

/** A real server for the tests of a file, with the shop North and these people. Devices are closed after each test. */
export function serveNorth(privilegesByLogin: Readonly<Record<string, readonly Privilege[]>>) {
  let server: ServerProcess
  let shopId = ''
  let userIds: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    server = await startServerProcess()
    const users = Object.entries(privilegesByLogin).map(([loginId, privileges]) => ({ loginId, password, shops: ['north'], privileges: [...privileges] }))
    const ids = await server.seed({ shops: [{ name: 'North', code: 'north' }], users })
    shopId = ids.shopIdByCode['north'] ?? ''
    userIds = ids.userIdByLogin
  }, 60_000)
  afterEach(closeTestDevices)
  afterAll(() => server.dispose())
  const userIdOf = (loginId: string): string => userIds[loginId] ?? ''

  return {
    get server() {
      return server
    },
    get shopId() {
      return shopId
    },
    userIdOf,
    /** A new device unless `tab` and `deviceId` are given. */
    async openFor(loginId: string, { tab = `${loginId}-${v7()}`, isOffline = false, wrap = (api) => api, ...options }: Opening = {}) {
      const userId = userIdOf(loginId)
      const api = faulty(wrap(await signInToServer(server.url, userId, loginId, password)))
      if (isOffline) api.always = offline
      const device = await openTestDevice({ userId, api, storage: testStorage(tab), deviceId: v7(), ...options })
      return {
        api,
        device,
        goOffline: () => void (api.always = offline),
        reconnect: async (): Promise<void> => {
          api.always = undefined
          device.wakeUp('online')
          await until(() => device.sync.status.get().waiting === 0, 'the server to decide everything')
          await untilSynced(device)
        },
      }
    },
  }
}

export type NorthDevice = Awaited<ReturnType<ReturnType<typeof serveNorth>['openFor']>>
