import { readFileSync } from 'node:fs'
import path from 'node:path'
import { v7 } from 'uuid'
import { createOp, signInOverHttp, toMutation } from '#scripts/process-tests/api-client.ts'
import { startServerProcess } from '#scripts/process-tests/server-process.ts'
import { localVersion } from '#web/device/storage/local-version.ts'
import { fixtureSeed, type LocalFixture, moveFixture } from '#web/device/testing/fixtures/local-fixture.ts'
import { loadDatabases, type RawDatabase } from '#web/device/testing/fixtures/raw-databases.ts'
import type { KilledBench } from '../page/page-killed.ts'
import { type KillKind, type KillPlace, openUnasked } from './kinds.ts'

const root = path.dirname(path.dirname(path.dirname(import.meta.dirname)))
/** The last version that kept a record a row. */
const lastRowByRow = 4
/** Orders beside those of the fixture, so that what moves is more than one step. */
const moreOrders = 400
const movedItem = 'Item 2'
/** The fixture's server was made again: it dates what it is told by its own clock, and gives employees and activities ids of its own. */
const ownOfServer = /^(employees|activities)\/|\.(createdAt|updatedAt|statusChangedAt|fixedAt) is /

/** A server, and what an earlier version left on the device of one of its people, with changes that were not sent. */
export type FrozenShop = { place: KillPlace; kind: KillKind; dispose(): Promise<void> }

type StoredOrder = { id: string; itemDetails: string; customerId: string; orderStatusId: string; issueDescription: string; sortKey: string; _deleted: string }

export async function openFrozenShop(): Promise<FrozenShop> {
  const version = Math.min(lastRowByRow, localVersion - 1)
  const file = path.join(root, 'web', 'device', 'testing', 'fixtures', `local-version-${version}.json`)
  const frozen = JSON.parse(readFileSync(file, 'utf8')) as LocalFixture
  const server = await startServerProcess()
  try {
    const ids = await server.seed(fixtureSeed)
    const [owner, other] = fixtureSeed.users
    const writer = await signInOverHttp(server.url, other.loginId, other.password)
    const [shopId, userId] = [ids.shopIdByCode['frozen'] ?? '', ids.userIdByLogin[owner.loginId] ?? '']
    await pushAll(writer, moveFixture(frozen, { shopId, userId, epoch: frozen.epoch }).server)
    const epoch = (await writer.pull('orders')).body.checkpoint[shopId]?.epoch ?? ''
    const { databases } = moveFixture(frozen, { shopId, userId, epoch })
    const added = addOrders(databases)
    await pushAll(
      writer,
      added.map(({ id, customerId, orderStatusId, itemDetails, issueDescription }) =>
        toMutation(shopId, [createOp('orders', { customerId, orderStatusId, itemDetails, issueDescription }, id)]),
      ),
    )
    return {
      place: {
        url: server.url,
        shopId,
        userId,
        writer,
        login: owner,
        refused: recordsOf(databases, 'mainspring-device-', 'refused').length,
        known: ownOfServer,
      },
      kind: toKind(databases, version),
      dispose: () => server.dispose(),
    }
  } catch (error) {
    await server.dispose()
    throw error
  }
}

async function pushAll(writer: KillPlace['writer'], mutations: LocalFixture['server']): Promise<void> {
  const { body } = await writer.push(mutations)
  if (body.results.some(({ outcome }) => outcome !== 'applied')) throw new Error(`The frozen shop could not be made: ${JSON.stringify(body)}`)
}

const recordsOf = (databases: readonly RawDatabase[], database: string, store: string): unknown[] =>
  databases.find(({ name }) => name.includes(database))?.stores.find(({ name }) => name === store)?.records ?? []

const ordersOf = (databases: readonly RawDatabase[]): StoredOrder[] => recordsOf(databases, '--orders', 'docs') as StoredOrder[]

/** Repeats an order as the server had it. */
function addOrders(databases: readonly RawDatabase[]): StoredOrder[] {
  const orders = ordersOf(databases)
  const stored = orders.find(({ itemDetails }) => itemDetails === movedItem)
  const bases = recordsOf(databases, 'mainspring-device-', 'bases') as { key: string; row: StoredOrder }[]
  const base = bases.find(({ key }) => key === `orders/${stored?.id}`)?.row
  if (stored === undefined || base === undefined) throw new Error(`The fixture does not hold ${movedItem} and its base`)
  const added = Array.from({ length: moreOrders }, (_, index): StoredOrder => {
    const id = v7()
    return { ...stored, ...base, id, sortKey: base.sortKey.replace(base.id, id), itemDetails: `More ${index}` }
  })
  orders.push(...added)
  return added
}

function toKind(databases: RawDatabase[], version: number): KillKind {
  const waiting = recordsOf(databases, 'mainspring-device-', 'outbox').length
  const living = ordersOf(databases).filter(({ _deleted }) => _deleted === '0').length
  return {
    name: `the move of what version ${version} left`,
    isFresh: true,
    async prepare({ context, page }) {
      await page.evaluate(loadDatabases, databases)
      await context.setOffline(true)
    },
    act: openUnasked,
    async checkStored({ context, page }, place) {
      await context.setOffline(true)
      await openUnasked({ page }, place)
      const held = await page.evaluate((id) => readKilledBench().held(id), place.shopId)
      await context.setOffline(false)
      return [
        ...(held.waiting === waiting ? [] : [`${held.waiting} of ${waiting} unsent changes wait after the move`]),
        ...(held.refused === place.refused ? [] : [`${held.refused} of ${place.refused} refused changes are kept after the move`]),
        ...(held.orders === living ? [] : [`${held.orders} of ${living} orders are there after the move, without a network`]),
      ]
    },
  }
}

// Defined inside the page by the bundle; used in functions that run there.
declare function readKilledBench(): KilledBench
