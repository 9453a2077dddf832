import type { ApiClient } from '#scripts/process-tests/api-client.ts'
import type { KilledBench } from '../page/page-killed.ts'
import { pushChanges } from '../shops/pushed-changes.ts'
import type { KilledBrowser, Login } from './killed-browser.ts'

/** Where a kind of write happens: whose device, in which shop, and another device's connection to the server. */
export type KillPlace = {
  url: string
  shopId: string
  userId: string
  login: Login
  writer: ApiClient
  /** Changes that were refused before. */
  refused: number
  /** Differences between device and server that were there before. */
  known?: RegExp
}

/** A kind of write under which the browser is killed. */
export type KillKind = {
  name: string
  /** True: each time in an empty profile. */
  isFresh: boolean
  /** Brings a page with the device's code to the moment before the write. */
  prepare: (browser: KilledBrowser, place: KillPlace) => Promise<void>
  /** Resolves when the write is over, which a killed browser does not reach. */
  act: (browser: KilledBrowser, place: KillPlace, round: number) => Promise<void>
  /** Looks at what is stored after the next start, before the server is asked. @returns the faults, a sentence each */
  checkStored?: (browser: KilledBrowser, place: KillPlace) => Promise<string[]>
}

const savedEach = 12
const liveChanges = 12
/** More than the changed rows after which a store packs them. */
const changesToPack = 2_500
/** Long enough for work that waits until the device is idle. */
const idleMs = 3_000

/** Opens what is stored without waiting for the server. */
export const openUnasked = ({ page }: Pick<KilledBrowser, 'page'>, { userId }: KillPlace): Promise<void> =>
  page.evaluate((id) => readKilledBench().open(id, false), userId)

const openSynced = ({ page }: KilledBrowser, { userId }: KillPlace): Promise<void> => page.evaluate((id) => readKilledBench().open(id, true), userId)

const save = ({ page }: KilledBrowser, { shopId }: KillPlace, round: number, kind: string): Promise<void> =>
  page.evaluate(([shop, count, notes]) => readKilledBench().save(shop, count, notes), [shopId, savedEach, `${kind} ${round}`] as const)

/** Another device changes rows, and this one is waited for until it has them. */
async function pullChanges({ page }: KilledBrowser, { writer, shopId }: KillPlace, count: number): Promise<void> {
  const { id, notes } = await pushChanges(writer, shopId, count)
  await page.evaluate(([order, text]) => readKilledBench().waitForNotes(order, text), [id, notes] as const)
}

export const killKinds: readonly KillKind[] = [
  { name: 'pages of a first sync', isFresh: true, prepare: async () => undefined, act: openSynced },
  {
    name: 'local changes',
    isFresh: false,
    async prepare(browser, place) {
      await openSynced(browser, place)
      await browser.context.setOffline(true)
    },
    act: (browser, place, round) => save(browser, place, round, 'local'),
  },
  {
    name: 'answers of a push',
    isFresh: false,
    async prepare(browser, place) {
      await openSynced(browser, place)
      await browser.context.setOffline(true)
      await save(browser, place, browser.saved.length, 'pushed')
    },
    async act({ context, page }) {
      await context.setOffline(false)
      await page.evaluate(() => void window.dispatchEvent(new Event('online')))
      await page.evaluate(() => readKilledBench().settle())
    },
  },
  {
    name: 'live changes',
    isFresh: false,
    prepare: openSynced,
    act: (browser, place) => pullChanges(browser, place, liveChanges),
  },
  {
    name: 'compaction',
    isFresh: false,
    prepare: openSynced,
    async act(browser, place) {
      await pullChanges(browser, place, changesToPack)
      await browser.page.waitForTimeout(idleMs)
    },
  },
]

/** Orders that the shop of these kinds needs. */
export const killShopOrders = changesToPack + 500

// Defined inside the page by the bundle; used in functions that run there.
declare function readKilledBench(): KilledBench
