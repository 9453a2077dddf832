import type { Page } from '@playwright/test'
import { field, readRawDatabases, syncBadge } from '#web/e2e/harness/fixtures.ts'
import type { Random } from '../demo/random.ts'
import { type Action, marksIn, type Ledger } from './ledger.ts'
import { type SoakDevice, wait } from './soak-device.ts'
import type { WireRecord } from './wire-record.ts'

const attemptTimeoutMs = 4_000

/** Brings a tab to its dashboard, signing in where needed; false when that fails in time. */
export async function enter(device: SoakDevice, page: Page, timeoutMs = 60_000): Promise<boolean> {
  const endsAt = Date.now() + timeoutMs
  const { loginId, password } = device.person
  while (Date.now() < endsAt && device.isUp && !page.isClosed()) {
    try {
      if (!page.url().startsWith(device.proxy.url)) await page.goto(device.shopPath, { waitUntil: 'commit' })
      const signInButton = page.getByRole('button', { name: 'Sign In', exact: true })
      const againButton = page.getByRole('button', { name: 'Sign in', exact: true })
      await syncBadge(page).or(signInButton).first().waitFor({ timeout: attemptTimeoutMs })
      if (await againButton.isVisible()) {
        await againButton.click({ timeout: attemptTimeoutMs })
        const again = page.getByRole('dialog', { name: 'Sign in again' })
        await again.getByLabel('Password', { exact: true }).fill(password, { timeout: attemptTimeoutMs })
        await again.getByRole('button', { name: 'Sign In' }).click({ timeout: attemptTimeoutMs })
        await again.waitFor({ state: 'hidden', timeout: attemptTimeoutMs })
      } else if (await signInButton.isVisible()) {
        await field(page, 'Username').fill(loginId, { timeout: attemptTimeoutMs })
        await page.getByLabel('Password', { exact: true }).fill(password, { timeout: attemptTimeoutMs })
        await signInButton.click({ timeout: attemptTimeoutMs })
        await page.getByRole('button', { name: /^Welcome, / }).waitFor({ timeout: attemptTimeoutMs })
      }
      if (await syncBadge(page).isVisible()) return true
    } catch {
      // The network, the server or the browser went down meanwhile.
      if (device.isUp && !page.isClosed() && !page.url().startsWith(device.proxy.url)) await wait(500)
    }
    await wait(200)
  }
  return false
}

/** All mutations that wait in this browser or were ever sent, as text. */
async function readStored(page: Page, userId: string, record: WireRecord): Promise<string> {
  const outbox = (await readRawDatabases(page))[`mainspring-device-${userId}`]?.['outbox'] ?? []
  return JSON.stringify([outbox, [...record.byId.values()].map(({ mutation }) => mutation)])
}

/**
 * Checks that no form is offered again whose action was stored, because continuing it would do it twice. Then the person continues
 * a form of a new customer or order, or discards the forms.
 */
export async function lookAfterForms(device: SoakDevice, page: Page, random: Random, record: WireRecord, ledger: Ledger): Promise<void> {
  const bar = page.getByRole('status').filter({ hasText: /^You have/ })
  await wait(1_500)
  if (!(await bar.isVisible())) return
  const show = bar.getByRole('button', { name: 'Show' })
  const isMany = await show.isVisible()
  if (isMany) await show.click()
  const list = page.getByRole('dialog', { name: 'Unfinished forms' })
  const offers = isMany ? await list.getByRole('listitem').allInnerTexts() : [(await bar.innerText()).replace('You have an unfinished ', '')]
  const stored = marksIn(await readStored(page, device.person.userId, record))
  for (const offer of offers) {
    for (const mark of marksTyped(offer, ledger)) {
      if (stored.includes(mark)) ledger.fault(`${device.person.name} is offered a form again whose action was stored: “${offer}”\n${ledger.storyOf(mark)}`)
    }
  }
  const action = ledger.actions.find(({ mark }) => !isMany && marksTyped(offers[0] ?? '', ledger).includes(mark))
  if (action !== undefined && (action.kind === 'customer' || action.kind === 'order') && random.chance(0.6)) return goOn(device, page, action, ledger)
  for (let tries = 0; tries < 10 && (await (isMany ? list : bar).isVisible()); tries++) {
    const discard = (isMany ? list : bar).getByRole('button', { name: /^Discard/ }).first()
    if (!(await discard.isVisible())) break
    await discard.click()
    await wait(150)
  }
  if (await list.isVisible()) await list.getByRole('button', { name: 'Close' }).last().click()
}

/** The marks that were typed into this form; a form that changes a row also shows the mark of that row, which is left out. */
function marksTyped(offer: string, ledger: Ledger): string[] {
  const isNew = /^(customer|order)/i.test(offer)
  return marksIn(offer).filter(
    (mark) => isNew || ledger.actions.some((action) => action.mark === mark && action.kind !== 'customer' && action.kind !== 'order'),
  )
}

async function goOn(device: SoakDevice, page: Page, action: Action, ledger: Ledger): Promise<void> {
  const since = device.countToasts()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  if (action.state === 'begun') action.state = 'pressed'
  ledger.tell(action, 'goes on with the form that was offered')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save Customer/ })
    .click()
  if ((await device.waitForToast(page, since, /created successfully/)) !== undefined) {
    action.state = 'confirmed'
    ledger.tell(action, 'confirmed after going on')
  }
  await page.goto(device.shopPath)
}
