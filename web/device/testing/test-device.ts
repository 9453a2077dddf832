import 'fake-indexeddb/auto'
import { getAjv } from 'rxdb/plugins/validate-ajv'
import { v7 } from 'uuid'
import { collectionToLocalSchema } from '#schema/collection.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { type DeviceOptions, openDevice } from '../device.ts'
import type { CreateInput } from '../rows/op-input.ts'
import { type LocalStorage, rowStorage } from '../storage/row-database.ts'
import { localVersion } from '../storage/local-version.ts'
import type { PackedSizes } from '../storage/packed/store-sizes.ts'
import { createTabLocks, type NotePort, timerWait, type Wait, type WakeUp } from '../platform/ports.ts'
import { type Row, type RowKey, rowKey } from '../rows/rows.ts'
import { type NumbersApi, OfflineError, type SyncApi } from '../platform/server-port.ts'
import type { Device } from '../device-types.ts'

/** For tests: waits are a hundred times shorter. */
export const fastWait: Wait = (durationMs, signal) => timerWait(durationMs / 100, signal)

/** Whether all rows of a write belong to the collection. */
export const isWriteOf = (collection: CollectionName, rows: readonly { document: object }[]): boolean =>
  rows.every(({ document }) => 'rowKey' in document && String(document.rowKey).startsWith(`${collection}/`))

/** Per loaded app version: each declares its own validators. */
const validatorByName = new Map<CollectionName, ReturnType<ReturnType<typeof getAjv>['compile']>>()

/** Rejects rows that violate their collection's schema. */
function validatingStorage(inner: LocalStorage): LocalStorage {
  const ajv = getAjv()
  const check = ({ rowKey, _deleted, _rev, _meta, _attachments, ...row }: Record<string, unknown>): void => {
    if (typeof rowKey !== 'string') return
    const name = rowKey.slice(0, rowKey.indexOf('/'))
    if (!isCollectionName(name)) return
    let isValid = validatorByName.get(name)
    if (isValid === undefined) {
      // ajv rejects RxDB's own keywords.
      const { indexes: _indexes, version: _version, primaryKey: _primaryKey, ...schema } = collectionToLocalSchema(collectionByName[name])
      validatorByName.set(name, (isValid = ajv.compile(schema)))
    }
    if (isValid(row) !== true) throw new Error(`${rowKey} is not what ${name} declares: ${JSON.stringify(isValid.errors)}`)
  }
  return {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      const write = instance.bulkWrite.bind(instance)
      instance.bulkWrite = async (rows, context) => {
        for (const { document } of rows) check(document)
        return write(rows, context)
      }
      return instance
    },
  }
}

/** Each tab has a name, so that two "tabs" of one process can open the same database. */
export const testStorage = (tab = 'tab', version = localVersion, sizes?: PackedSizes): LocalStorage => {
  const validated = validatingStorage(rowStorage(version, sizes))
  return { ...validated, name: `${tab}-${validated.name}` }
}

export const mapNotes = (): NotePort => {
  const notes = new Map<string, string>()
  return { read: (key) => notes.get(key) ?? null, write: (key, value) => void (value === null ? notes.delete(key) : notes.set(key, value)) }
}

export const fewCollections: CollectionName[] = ['customers', 'orders', 'payments']

const open = new Set<Device>()

export type TestDevice = Device & { wakeUp: (reason: WakeUp) => void }

export async function openTestDevice(options: Partial<DeviceOptions> & { userId: string; api: SyncApi }): Promise<TestDevice> {
  let wake: ((reason: WakeUp) => void) | undefined
  const device = await openDevice({
    storage: testStorage(),
    locks: createTabLocks(),
    wait: fastWait,
    notes: mapNotes(),
    deviceId: 'device',
    random: () => 0.5,
    collections: fewCollections,
    watchWakeUps: (listener) => {
      wake = listener
      return () => undefined
    },
    ...options,
  })
  const tracked: TestDevice = { ...device, wakeUp: (reason) => wake?.(reason) }
  open.add(tracked)
  const close = device.close
  tracked.close = async () => {
    open.delete(tracked)
    await close()
  }
  return tracked
}

export async function closeTestDevices(): Promise<void> {
  await Promise.all([...open].map((device) => device.close()))
}

/** Waits until `check` passes; fails with its last error. */
export async function until(check: () => unknown, what = 'the condition'): Promise<void> {
  const deadline = Date.now() + 40_000
  for (;;) {
    if (await check()) return
    if (Date.now() > deadline) throw new Error(`Waited too long for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export const untilSynced = (device: Device): Promise<void> =>
  until(() => device.sync.status.get().state === 'synced' && device.sync.status.get().waiting === 0, `synced, is ${JSON.stringify(device.sync.status.get())}`)

type Call = 'bootstrap' | 'pull' | 'push'
export type Fault = (send: () => Promise<unknown>) => Promise<unknown>

export type FaultyApi = SyncApi & {
  /** One fault per coming call, in order; later calls pass. */
  faults: Record<Call, Fault[]>
  /** While set, applies to every call. */
  always: Fault | undefined
}

export const offline: Fault = () => Promise.reject(new OfflineError())
export const loseAnswer: Fault = async (send) => {
  await send()
  throw new OfflineError('The answer was lost.')
}
export const failWith =
  (error: Error): Fault =>
  () =>
    Promise.reject(error)
export const answerWith =
  (answer: unknown): Fault =>
  () =>
    Promise.resolve(answer)

export function faulty(api: SyncApi): FaultyApi {
  const faults: FaultyApi['faults'] = { bootstrap: [], pull: [], push: [] }
  const pass = <T>(call: Call, send: () => Promise<T>): Promise<T> => {
    const fault = made.always ?? faults[call].shift()
    return fault === undefined ? send() : (fault(send) as Promise<T>)
  }
  const made: FaultyApi = {
    faults,
    always: undefined,
    bootstrap: (signal) => pass('bootstrap', () => api.bootstrap(signal)),
    pull: (request, signal) => pass('pull', () => api.pull(request, signal)),
    push: (request, signal) => pass('push', () => api.push(request, signal)),
    ...(api.digest !== undefined && {
      digest: (request, signal) =>
        (made.always === undefined ? api.digest?.(request, signal) : made.always(() => Promise.resolve())) as ReturnType<NonNullable<SyncApi['digest']>>,
    }),
    openLive: (handlers) => api.openLive(handlers),
    ...(api.notices && { notices: api.notices }),
    ...(api.numbers && {
      numbers: {
        ...api.numbers,
        lease: (request, signal) =>
          made.always === undefined ? (api.numbers as NumbersApi).lease(request, signal) : (made.always(() => Promise.resolve()) as Promise<never>),
      },
    }),
  }
  return made
}

/** A pause that the test ends by `go`. */
export function pausePoint(): { fault: Fault; reached: Promise<void>; go: () => void } {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  return {
    fault: async (send) => {
      reached.resolve()
      await go.promise
      return send()
    },
    reached: reached.promise,
    go: () => go.resolve(),
  }
}

/** The device's visible rows, to compare with the server. */
export async function deviceState(
  device: Device,
  shopIds: readonly string[],
  collections: readonly CollectionName[] = fewCollections,
): Promise<Map<RowKey, Row>> {
  const state = new Map<RowKey, Row>()
  for (const collection of collections) {
    for (const shopId of shopIds) for (const row of await device.rows.list(collection, shopId)) state.set(rowKey(collection, row.id), row as Row)
  }
  return state
}

export const statusId = orderStatusIdByName

/** A create input with a known id. */
type Made<N extends CollectionName> = CreateInput<N> & { id: string }

export const customerInput = (values: Partial<CreateInput<'customers'>['values']> = {}, id = v7()): Made<'customers'> => ({
  action: 'create',
  collection: 'customers',
  id,
  values: { name: 'Ada Lovelace', countryCode: '+44', phone: '7911123456', ...values },
})

export const orderInput = (customerId: string, values: Partial<CreateInput<'orders'>['values']> = {}, id = v7()): Made<'orders'> => ({
  action: 'create',
  collection: 'orders',
  id,
  values: { customerId, orderStatusId: statusId['Dropped Off'], itemDetails: 'iPhone 12', issueDescription: 'Cracked screen', ...values },
})

export const paymentInput = (orderId: string, paymentAmount: number, id = v7()): Made<'payments'> => ({
  action: 'create',
  collection: 'payments',
  id,
  values: { orderId, paymentAmount },
})
