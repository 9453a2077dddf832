import type { Random } from '../demo/random.ts'
import { drawAction } from './actions.ts'
import { type ChaosSet, drawClockOffset } from './chaos.ts'
import type { Ledger } from './ledger.ts'
import { enter, lookAfterForms } from './session.ts'
import { type SoakDevice, wait } from './soak-device.ts'
import type { WireRecord } from './wire-record.ts'

export type World = {
  ledger: Ledger
  record: WireRecord
  chaos: ChaosSet
  isOver: () => boolean
  /** Kills the server at any instant, and starts it again. */
  killServer: () => void
  endSessions: (userId: string) => void
}

/** Opens the device and signs in before the chaos begins, so that the app is in the browser. */
export async function begin(device: SoakDevice, random: Random, { chaos }: World): Promise<void> {
  device.clockOffsetMs = drawClockOffset(random, chaos)
  await device.open()
  for (const page of device.pages) await enter(device, page)
}

/** Does actions until the run is over, whatever happens to the browser and the network meanwhile. */
export async function work(device: SoakDevice, random: Random, world: World): Promise<void> {
  const { ledger, record, chaos, isOver } = world
  while (!isOver()) {
    try {
      if (!device.isUp) {
        device.clockOffsetMs = drawClockOffset(random, chaos)
        await device.open()
        const [first] = device.pages
        if (first === undefined || !(await enter(device, first))) continue
        await lookAfterForms(device, first, random, record, ledger)
      }
      const page = random.pick(device.pages)
      if (!(await enter(device, page, 15_000))) continue
      // A hidden tab is throttled to one rendering a second.
      await page.bringToFront()
      await drawAction(random)({ device, page, random, ledger, onPress: () => mayKillNow(device, random, world) })
      await wait(random.between(50, 500))
    } catch (error) {
      ledger.note(`${device.person.name} is interrupted: ${firstLine(error)}`)
      await standUpAgain(device)
    }
  }
}

/** Sometimes kills the browser or the server between a press and its confirmation, where a change can be lost or doubled. */
function mayKillNow(device: SoakDevice, random: Random, { chaos, killServer }: World): void {
  if (chaos.has('kills') && random.chance(0.06)) setTimeout(() => void device.kill().catch(() => undefined), random.between(0, 250))
  if (chaos.has('restarts') && random.chance(0.05)) setTimeout(killServer, random.between(0, 200))
}

/** Reloads every tab after an interrupted action. */
async function standUpAgain(device: SoakDevice): Promise<void> {
  for (const page of device.pages) await page.goto(device.shopPath, { waitUntil: 'commit' }).catch(() => undefined)
  await wait(300)
}

const firstLine = (error: unknown): string => String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''

/** Simulates faults of the device and its network until the run is over. */
export async function trouble(device: SoakDevice, random: Random, world: World): Promise<void> {
  const { ledger, chaos, isOver, endSessions } = world
  const happenings: (() => Promise<void>)[] = []
  const cutOff = async (): Promise<void> => {
    ledger.note(`${device.person.name}'s network is down`)
    device.proxy.setWeather('down')
    await pauseUntil(random.between(500, 9_000), isOver)
    device.proxy.setWeather('bad')
  }
  if (chaos.has('cuts')) happenings.push(cutOff, cutOff)
  if (chaos.has('frozen')) {
    happenings.push(async () => {
      const page = device.pages.at(random.between(0, 1))
      if (page === undefined || !page.url().startsWith(device.proxy.url)) return
      const thaw = await device.freeze(page)
      if (thaw === undefined) return
      ledger.note(`a tab of ${device.person.name} is frozen`)
      await pauseUntil(random.between(500, 9_000), isOver)
      await thaw()
    })
  }
  if (chaos.has('kills'))
    happenings.push(
      () => device.kill(),
      () => device.kill(),
    )
  if (chaos.has('sessions')) happenings.push(async () => endSessions(device.person.userId))
  device.proxy.setWeather('bad')
  while (!isOver()) {
    await pauseUntil(random.between(3_000, 14_000), isOver)
    if (!isOver() && happenings.length > 0)
      await random
        .pick(happenings)()
        .catch(() => undefined)
  }
  device.proxy.setWeather('whole')
}

export async function pauseUntil(ms: number, isOver: () => boolean): Promise<void> {
  const endsAt = Date.now() + ms
  while (Date.now() < endsAt && !isOver()) await wait(50)
}
