import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import type { WireDocument } from '#schema/collection.ts'
import { collectionNames, type CollectionName } from '#schema/collections/index.ts'
import { createRandom, type Random } from '../demo/random.ts'
import { type ApiClient, createOp, signInOverHttp } from '../process-tests/api-client.ts'
import { startServerProcess, type ServerProcess } from '../process-tests/server-process.ts'
import { products, seededCount } from './actions.ts'
import type { ChaosSet } from './chaos.ts'
import { type ChaosProxy, startChaosProxy } from './chaos-proxy.ts'
import { Ledger } from './ledger.ts'
import { findFaults } from './oracle.ts'
import { begin, pauseUntil, trouble, type World, work } from './person.ts'
import { compareDevice, type RefusedOnDevice } from './raw-device.ts'
import { comeToRest } from './rest.ts'
import { SoakDevice, type SoakPerson, wait } from './soak-device.ts'
import { WireRecord } from './wire-record.ts'

export type SoakOptions = { seed: number; minutes: number; people: number; chaos: ChaosSet; say: (line: string) => void }
export type SoakResult = { faults: string[]; summary: string; profiles: string[] }

type Shop = { server: ServerProcess; id: string; api: ApiClient; people: SoakPerson[] }

const password = 'secret-1'
const logins = ['ana', 'ben', 'ana'] as const

/** Lets people work in one shop under chaos, then waits until everything is synced, and compares devices and server. */
export async function runSoak({ seed, minutes, people, chaos, say }: SoakOptions): Promise<SoakResult> {
  const ledger = new Ledger(say)
  const record = new WireRecord()
  const shop = await openShop(people)
  const devices: SoakDevice[] = []
  const proxies: ChaosProxy[] = []
  try {
    for (const [index, person] of shop.people.entries()) {
      const proxy = await startChaosProxy({ target: shop.server.url, random: createRandom(seed * 100 + index), chaos, record })
      proxies.push(proxy)
      devices.push(new SoakDevice({ person, proxy, shopPath: `/${shop.id}/orders`, ledger, tabs: chaos.has('tabs') && index === 0 ? 2 : 1 }))
    }
    const keeper = keepServer(shop.server, createRandom(seed * 100 + 50), ledger)
    let endsAt = Infinity
    const isOver = (): boolean => Date.now() >= endsAt
    const world: World = { ledger, record, chaos, isOver, killServer: keeper.kill, endSessions: (userId) => endSessions(shop.server, userId, ledger) }
    const random = (index: number): Random => createRandom(seed * 100 + 10 + index)
    await Promise.all(devices.map((device, index) => begin(device, random(40 + index), world)))
    endsAt = Date.now() + minutes * 60_000
    await Promise.all([
      ...devices.map((device, index) => work(device, random(index), world)),
      ...devices.map((device, index) => trouble(device, random(20 + index), world)),
      ...(chaos.has('restarts') ? [keeper.work(isOver)] : []),
    ])
    await keeper.whenUp()
    ledger.note('the network is whole again; everything comes to rest')
    for (const proxy of proxies) proxy.setWeather('whole')
    const faults = [...(await comeToRest(devices, ledger)), ...(await compareAll(shop, devices, ledger, record)), ...ledger.faults]
    return { faults, summary: summarize(ledger, record, devices, proxies, keeper.kills()), profiles: devices.map(({ profile }) => profile) }
  } finally {
    for (const device of devices) await device.close()
    for (const proxy of proxies) proxy.close()
    await shop.server.dispose()
  }
}

async function openShop(count: number): Promise<Shop> {
  const server = await startServerProcess()
  const names = [...new Set(logins.slice(0, count))]
  const ids = await server.seed({
    shops: [{ name: 'Soak', code: 'soak', employees: ['Ana Ruiz', 'Tom Becker'] }],
    users: names.map((loginId) => ({ loginId, password, name: loginId, privileges: ['delete_order', 'delete_customer', 'view_activity'], shops: ['soak'] })),
  })
  const id = ids.shopIdByCode['soak'] ?? ''
  const api = await signInOverHttp(server.url, 'ana', password)
  const category = createOp('categories', { name: 'Small parts' })
  await api.write(id, [
    category,
    ...products.map((name) => createOp('products', { name, categoryHierarchyId: category.id, inventoryCount: seededCount, reorderPoint: 2 })),
  ])
  const people = logins.slice(0, count).map((loginId, index) => ({
    name: names.includes(loginId) && index > 1 ? `${loginId} elsewhere` : loginId,
    loginId,
    password,
    userId: ids.userIdByLogin[loginId] ?? '',
  }))
  return { server, id, api, people }
}

/** Kills the server, and starts it again on the same folder; one at a time. */
function keepServer(server: ServerProcess, random: Random, ledger: Ledger) {
  let kills = 0
  let current: Promise<void> | undefined
  const kill = (): void => {
    current ??= (async () => {
      kills += 1
      ledger.note('the server is killed')
      await server.kill('SIGKILL')
      await wait(random.between(0, 3_000))
      await server.start()
      current = undefined
    })()
  }
  return {
    kill,
    kills: () => kills,
    whenUp: async () => current,
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        await pauseUntil(random.between(8_000, 35_000), isOver)
        if (!isOver()) kill()
      }
    },
  }
}

/** Expires all sessions of this person. */
function endSessions(server: ServerProcess, userId: string, ledger: Ledger): void {
  const database = new DatabaseSync(path.join(server.dataDir, 'mainspring.db'))
  try {
    database.exec('pragma busy_timeout = 5000')
    const past = '2020-01-01T00:00:00.000Z'
    database.prepare('update sessions set expires_at = ?, absolute_expires_at = ? where user_id = ?').run(past, past, userId)
    ledger.note('the sessions of a person are over')
  } finally {
    database.close()
  }
}

async function compareAll({ server, id, people }: Shop, devices: readonly SoakDevice[], ledger: Ledger, record: WireRecord): Promise<string[]> {
  const api = await signInOverHttp(server.url, people[0]?.loginId ?? '', password)
  const rows = new Map<CollectionName, WireDocument[]>()
  for (const collection of collectionNames) rows.set(collection, await api.pullAll(collection))
  const faults: string[] = []
  const refused: RefusedOnDevice[] = []
  for (const device of devices) {
    const [page] = device.pages
    if (page === undefined) continue
    const compared = await compareDevice(page, device.person.name, device.person.userId, rows)
    faults.push(...compared.faults)
    refused.push(...compared.refused)
  }
  faults.push(...(await findFaults({ ledger, record, rows, refused, api, shopId: id })))
  return faults
}

function summarize(ledger: Ledger, record: WireRecord, devices: readonly SoakDevice[], proxies: readonly ChaosProxy[], serverKills: number): string {
  const count = (state: string): number => ledger.actions.filter((action) => action.state === state).length
  const fates: Record<string, number> = {}
  for (const { counts } of proxies) for (const [fate, times] of Object.entries(counts)) fates[fate] = (fates[fate] ?? 0) + times
  const kills = devices.reduce((sum, device) => sum + device.kills, 0)
  const seen = [...record.byId.values()]
  return [
    `${count('confirmed')} actions confirmed, ${count('pressed')} interrupted after the press, ${count('begun')} before it`,
    `${kills} browser kills, ${serverKills} server kills, ${seen.length} actions sent ${seen.reduce((sum, { sent }) => sum + sent, 0)} times, ${seen.filter(({ outcomes }) => outcomes.has('rejected')).length} refused`,
    `requests: ${Object.entries(fates)
      .map(([fate, times]) => `${fate} ${times}`)
      .join(', ')}`,
  ].join('\n')
}
