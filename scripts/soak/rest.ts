import type { Page } from '@playwright/test'
import { syncBadge } from '#web/e2e/harness/fixtures.ts'
import type { Ledger } from './ledger.ts'
import { enter } from './session.ts'
import { type SoakDevice, wait } from './soak-device.ts'

/** Longest wait for rest; a device that is not synced by then counts as stuck, even on a slow machine. */
const restMs = 180_000

/** Opens closed devices, signs in where needed, and waits until everything is synced; returns a fault for each tab that is not. */
export async function comeToRest(devices: readonly SoakDevice[], ledger: Ledger): Promise<string[]> {
  const faults: string[] = []
  const endsAt = Date.now() + restMs
  for (const device of devices) {
    device.clockOffsetMs = 0
    if (!device.isUp) await device.open()
    for (const page of device.pages) {
      // Open forms with typed text would cover the dashboard, so every tab is reloaded.
      await page.goto(device.shopPath, { waitUntil: 'commit' }).catch(() => undefined)
    }
  }
  for (const device of devices) {
    for (const page of device.pages) {
      const badge = await waitUntilAtRest(device, page, endsAt)
      ledger.note(`${device.person.name} at rest: ${badge}`)
      if (!/^(Synced|Needs attention)/.test(badge)) faults.push(`${device.person.name} does not come to rest: “${badge}” at ${page.url()}`)
    }
  }
  // A change that one device sent last has still to reach the others.
  for (const device of devices) for (const page of device.pages) await waitUntilAtRest(device, page, endsAt)
  await wait(1_500)
  return faults
}

async function waitUntilAtRest(device: SoakDevice, page: Page, endsAt: number): Promise<string> {
  let badge = ''
  while (Date.now() < endsAt) {
    await enter(device, page, 10_000)
    badge =
      (await syncBadge(page)
        .getAttribute('aria-label')
        .catch(() => null)) ??
      (await syncBadge(page)
        .innerText()
        .catch(() => '')) ??
      ''
    if (/^(Synced|Needs attention)/.test(badge)) return badge
    await wait(250)
  }
  return badge
}
