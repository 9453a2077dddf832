import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { benchUser } from '../harness/browser.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'
import { checkDevice } from '../kills/check-device.ts'
import { type KillKind, killKinds, type KillPlace, killShopOrders } from '../kills/kinds.ts'
import { type KilledBrowser, loadDevicePage, openKilledBrowser } from '../kills/killed-browser.ts'
import { countSpots, readPassedSpots, stopAtSpot } from '../kills/spots.ts'

const faultsShown = 10

/** The whole browser killed during each kind of write, over and over; after each start nothing that was said to be saved is lost, and nothing differs. */
export async function measureKilled(bench: BenchContext): Promise<Figure[]> {
  const shop = await bench.shopWith(killShopOrders)
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  try {
    const writer = await signInOverHttp(server.url, benchUser.loginId, benchUser.password)
    const place: KillPlace = { url: server.url, shopId: shop.shopId, userId: shop.userId, login: benchUser, writer, refused: 0 }
    // All kinds that go on with what is stored share a profile, which is killed again and again.
    const lasting = await mkdtemp(path.join(bench.workshop.root, 'killed-'))
    const tries = killKinds.map((kind, index, all): KillSeries => ({
      kind,
      place,
      lasting,
      kills: Math.ceil((bench.kills - index) / all.length),
      scope: undefined,
      faults: [],
    }))
    for (let round = 0; round < bench.kills; round += 1) {
      const series = tries[round % tries.length]
      if (series === undefined) break
      series.scope ??= await learnScope(bench, series)
      const index = Math.floor(round / tries.length)
      const faults = await killOnce(bench, series, series.scope, index, round)
      series.faults.push(faults)
      bench.say(`  killed ${round + 1}/${bench.kills}, ${series.kind.name}: ${faults.length === 0 ? 'all there' : faults.join('; ')}`)
    }
    return [toFigure(tries.filter(({ kills }) => kills > 0))]
  } finally {
    await server.stop()
  }
}

/** What of a kind of write can be hit: the spots of its transactions, and the time that it takes. */
type Scope = { spots: number; ms: number }

type KillSeries = { kind: KillKind; place: KillPlace; lasting: string; kills: number; scope: Scope | undefined; faults: string[][] }

function toFigure(series: readonly KillSeries[]): Figure {
  const rounds = series.flatMap(({ faults }) => faults)
  const faulty = rounds.filter((faults) => faults.length > 0)
  return {
    name: 'killed',
    what: `Browser killed ${rounds.length} times during writes: starts after which something was lost or wrong`,
    unit: 'starts',
    product: toSeries('with a fault', [faulty.length]),
    baseline: undefined,
    target: { of: 'value', atMost: 0 },
    notes: [
      ...series.map(
        ({ kind, faults, scope }) =>
          `${kind.name}: ${faults.length} kills over ${scope?.spots} spots and ${Math.round(scope?.ms ?? 0)} ms, ${faults.filter((one) => one.length > 0).length} with a fault`,
      ),
      ...faulty.flat().slice(0, faultsShown),
    ],
    profile: [],
  }
}

/** Lets the write pass once, to learn how many spots it has and how long it takes. */
async function learnScope(bench: BenchContext, series: KillSeries): Promise<Scope> {
  return withProfile(bench, series, async (profileDir) => {
    const browser = await openPrepared(profileDir, series)
    try {
      await countSpots(browser.page)
      const startMs = performance.now()
      await series.kind.act(browser, series.place, 0)
      return { spots: await readPassedSpots(browser.page), ms: performance.now() - startMs }
    } finally {
      await browser.close()
    }
  })
}

/**
 * Kills at the spot, or after the part of the write's time, that is due, so that the kills of a kind lie evenly over all of it.
 * @returns the faults after the next start
 */
async function killOnce(bench: BenchContext, series: KillSeries, { spots, ms }: Scope, index: number, round: number): Promise<string[]> {
  const { kind, place, kills } = series
  const part = (index + 0.5) / kills
  return withProfile(bench, series, async (profileDir) => {
    const browser = await openPrepared(profileDir, series)
    const { stopped } = index % 2 === 0 ? await stopAtSpot(browser.page, 1 + Math.floor(part * spots)) : { stopped: delay(part * ms) }
    const acted = kind.act(browser, place, round + 1).catch(() => undefined)
    await Promise.race([stopped, acted])
    await browser.kill()
    await acted
    return checkAfterStart(profileDir, series, browser.saved)
  })
}

async function checkAfterStart(profileDir: string, { kind, place }: KillSeries, saved: KilledBrowser['saved']): Promise<string[]> {
  const browser = await openKilledBrowser(profileDir, place.url, place.login)
  try {
    const faults: string[] = []
    if (kind.checkStored !== undefined) {
      await loadDevicePage(browser.page, place.url)
      faults.push(...(await kind.checkStored(browser, place)))
    }
    return [...faults, ...(await checkDevice(browser, place, saved))]
  } finally {
    await browser.close()
  }
}

async function openPrepared(profileDir: string, { kind, place }: KillSeries): Promise<KilledBrowser> {
  const browser = await openKilledBrowser(profileDir, place.url, place.login)
  try {
    await loadDevicePage(browser.page, place.url)
    await kind.prepare(browser, place)
    return browser
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function withProfile<Result>(bench: BenchContext, { kind, lasting }: KillSeries, run: (profileDir: string) => Promise<Result>): Promise<Result> {
  if (!kind.isFresh) return run(lasting)
  const profileDir = await mkdtemp(path.join(bench.workshop.root, 'killed-'))
  try {
    return await run(profileDir)
  } finally {
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
