import type { Locator, Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { TEST_BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'
import { choice, expect, field, test, type TestShop, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer } from '../harness/rows.ts'

// The camera shows a test picture, and the browser asks nobody whether it may.
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: findBrowser(), args: [...TEST_BROWSER_ARGS, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'] },
})

/** What people do: keys that type, keys that go somewhere, taps, and dialogs that they have to look at. */
type Acts = { typed: number; keys: number; taps: number; dialogs: number }

const newActs = (): Acts => ({ typed: 0, keys: 0, taps: 0, dialogs: 0 })

/** At a pace of hands: 150 ms a key of a keyboard, 250 ms on glass, 1 s a tap or a new dialog. */
const keyboardSeconds = ({ typed, keys, dialogs }: Acts): number => (typed + keys) * 0.15 + dialogs
const touchSeconds = ({ typed, taps, dialogs }: Acts): number => typed * 0.25 + taps + dialogs

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Order' })
const checklist = (page: Page) => page.getByRole('dialog', { name: 'Drop off Checklist' })
const signing = (page: Page) => page.getByRole('dialog', { name: 'Sign at drop-off' })
const printing = (page: Page) => page.getByRole('dialog', { name: 'Print', exact: true })
const camera = (page: Page) => page.getByRole('dialog', { name: 'Take photo' })

/** A shop with a customer who was here before with the device, and a tablet or computer without a network. */
async function openCounter(makeShop: () => Promise<TestShop>, openDevice: (shop: TestShop) => Promise<Page>): Promise<{ page: Page; shop: TestShop }> {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Rita Returning' })
  await shop.api.write(shop.id, [createOp('assets', { customerId, kind: 'phone', brand: 'Apple', model: 'iPhone 12' })])
  const page = await openDevice(shop)
  await waitUntilSynced(page)
  await waitForOfflineShell(page)
  await page.evaluate(() => Object.assign(window, { prints: 0, print: () => void ((window as unknown as { prints: number }).prints += 1) }))
  await page.context().setOffline(true)
  return { page, shop }
}

/** What was taken in is there, and both papers were printed. */
async function expectTakenIn(page: Page, shop: TestShop): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { prints: number }).prints)).toBe(2)
  await page.context().setOffline(false)
  const files = async (): Promise<string[]> =>
    ((await shop.api.pullAll('attachments')) as unknown as { kind: string; isStored: boolean }[]).filter(({ isStored }) => isStored).map(({ kind }) => kind)
  await expect.poll(async () => (await files()).toSorted(), { timeout: 30_000 }).toEqual(['photo', 'signature'])
  const [order] = await shop.api.read<{ itemDetails: string; issueDescription: string; assetId: string | null }[]>(`/api/${shop.id}/orders`)
  expect(order).toMatchObject({ itemDetails: 'Apple iPhone 12', issueDescription: 'Screen cracked', assetId: expect.any(String) as string })
}

test('by keys alone a returning customer with a known device is taken in, with photo, signature, label and receipt, in some eighty keys', async ({
  makeShop,
  newDevice,
}) => {
  const { page, shop } = await openCounter(makeShop, async ({ person, path }) => (await newDevice(person, { at: path })).page)
  const acts = newActs()
  const press = async (key: string): Promise<void> => {
    // A chord is as many keys as are held.
    acts.keys += key.split('+').length
    await page.keyboard.press(key)
  }
  const type = async (text: string): Promise<void> => {
    acts.typed += text.length
    await page.keyboard.type(text)
  }
  const look = async (dialog: Locator): Promise<void> => {
    await dialog.waitFor()
    acts.dialogs += 1
  }
  /** Goes on with Tab until it is there, as somebody does who sees where the focus is. */
  const tabTo = async (target: Locator): Promise<void> => {
    await target.waitFor()
    for (let tabs = 0; tabs < 25; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(target)}`)
  }

  await press('n')
  await look(adding(page))
  await expect(choice(adding(page), 'Customer')).toBeFocused()
  await type('rita')
  await page.getByRole('option', { name: /Rita Returning/ }).waitFor()
  await press('Enter')
  await tabTo(adding(page).getByRole('button', { name: 'Apple iPhone 12', exact: true }))
  await press('Enter')
  await expect(field(adding(page), 'Device Details')).toHaveValue('Apple iPhone 12')
  await expect(field(adding(page), 'Issue Description')).toBeFocused()
  await type('Screen cracked')
  await tabTo(adding(page).getByRole('button', { name: 'Take photo' }))
  await press('Enter')
  await look(camera(page))
  await expect(camera(page).getByRole('button', { name: 'Take photo' })).toBeFocused()
  await camera(page)
    .locator('video')
    .evaluate(
      (video: HTMLVideoElement) =>
        new Promise<void>((resolve) => (video.videoWidth > 0 ? resolve() : video.addEventListener('loadedmetadata', () => resolve()))),
    )
  await press('Enter')
  await expect(camera(page).getByRole('status')).toHaveText('1 photo taken')
  await press('Escape')
  await camera(page).waitFor({ state: 'hidden' })
  await expect(adding(page).getByRole('button', { name: /^Open photo/ })).toBeVisible()
  await press('Control+Enter')

  await look(checklist(page))
  await tabTo(checklist(page).getByRole('button', { name: 'Sign at drop-off' }))
  await press('Enter')
  await look(signing(page))
  await expect(field(signing(page), 'Name')).toHaveValue('Rita Returning')
  await tabTo(signing(page).getByRole('button', { name: 'Sign with the name' }))
  await press('Enter')
  await press('Control+Enter')
  await signing(page).waitFor({ state: 'hidden' })
  await expect(checklist(page).getByRole('button', { name: 'Sign again at drop-off' })).toBeFocused()
  await tabTo(checklist(page).getByRole('button', { name: 'Print label' }))
  for (const _paper of ['label', 'receipt']) {
    await press('Enter')
    await look(printing(page))
    await expect(printing(page).getByRole('button', { name: 'Print', exact: true })).toBeFocused()
    await expect(printing(page).getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
    await press('Enter')
    await press('Escape')
    await printing(page).waitFor({ state: 'hidden' })
    await look(checklist(page))
  }
  await expect(checklist(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await press('Enter')
  await checklist(page).waitFor({ state: 'hidden' })

  await test.info().attach('acts', { body: JSON.stringify({ ...acts, seconds: keyboardSeconds(acts) }) })
  expect(acts.typed).toBe('rita'.length + 'Screen cracked'.length)
  expect(acts.keys).toBeLessThanOrEqual(48)
  expect(acts.dialogs).toBeLessThanOrEqual(8)
  expect(keyboardSeconds(acts)).toBeLessThan(45)
  await expectTakenIn(page, shop)
})
