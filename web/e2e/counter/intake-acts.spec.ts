import type { Locator, Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { drawPhoto } from '../harness/draw-photo.ts'
import { TEST_BROWSER_ARGS, findTestBrowser } from '#scripts/tools/find-browser.ts'
import { choice, expect, field, test, type TestShop, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer } from '../harness/rows.ts'

test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: findTestBrowser(), args: [...TEST_BROWSER_ARGS, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'] },
})

type Acts = { typed: number; keys: number; taps: number; dialogs: number }

const newActs = (): Acts => ({ typed: 0, keys: 0, taps: 0, dialogs: 0 })

/** 150 ms per key on a keyboard, 250 ms on touch, 1 s per tap or new dialog. */
const keyboardSeconds = ({ typed, keys, dialogs }: Acts): number => (typed + keys) * 0.15 + dialogs
const touchSeconds = ({ typed, taps, dialogs }: Acts): number => typed * 0.25 + taps + dialogs

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Order' })
const checklist = (page: Page) => page.getByRole('dialog', { name: 'Drop off Checklist' })
const signing = (page: Page) => page.getByRole('dialog', { name: 'Sign at drop-off' })
const printing = (page: Page) => page.getByRole('dialog', { name: 'Print', exact: true })
const camera = (page: Page) => page.getByRole('dialog', { name: 'Take photo' })

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

async function expectTakenIn(page: Page, shop: TestShop): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { prints: number }).prints)).toBe(2)
  await page.context().setOffline(false)
  const files = async (): Promise<string[]> =>
    ((await shop.api.pullAll('attachments')) as unknown as { kind: string; isStored: boolean }[]).filter(({ isStored }) => isStored).map(({ kind }) => kind)
  await expect.poll(async () => (await files()).toSorted(), { timeout: 30_000 }).toEqual(['photo', 'signature'])
  const [order] = await shop.api.read<{ itemDetails: string; issueDescription: string; assetId: string | null }[]>(`/api/${shop.id}/orders`)
  expect(order).toMatchObject({ itemDetails: 'Apple iPhone 12', issueDescription: 'Screen cracked', assetId: expect.any(String) })
}

test(
  'by keys alone a returning customer with a known device is taken in, with photo, signature, label and receipt, in some sixty keys',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const { page, shop } = await openCounter(makeShop, async ({ person, path }) => (await newDevice(person, { at: path })).page)
    const acts = newActs()
    const press = async (key: string): Promise<void> => {
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
    for (const paper of ['label', 'receipt']) {
      await expect(checklist(page).getByRole('button', { name: `Print ${paper}` })).toBeFocused()
      await press('Enter')
      await look(printing(page))
      await expect(printing(page).getByRole('button', { name: 'Print', exact: true })).toBeFocused()
      await expect(printing(page).getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
      await press('Enter')
      // The browser shows its print dialog.
      acts.keys += 1
      acts.dialogs += 1
      await press('Escape')
      await printing(page).waitFor({ state: 'hidden' })
      await look(checklist(page))
    }
    await expect(checklist(page).getByRole('button', { name: 'Done' })).toBeFocused()
    await press('Enter')
    await checklist(page).waitFor({ state: 'hidden' })

    await test.info().attach('acts', { body: JSON.stringify({ ...acts, seconds: keyboardSeconds(acts) }) })
    expect(acts.typed).toBe('rita'.length + 'Screen cracked'.length)
    // 46 when everything is loaded; on a busy machine a Tab or two precede a part that loads.
    expect(acts.keys).toBeLessThanOrEqual(50)
    expect(acts.dialogs).toBeLessThanOrEqual(10)
    expect(keyboardSeconds(acts)).toBeLessThan(45)
    await expectTakenIn(page, shop)
  },
)

test('by touch the same takes some twenty taps beside what is typed', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const tablet = { viewport: { width: 820, height: 1_180 }, hasTouch: true, isMobile: true }
  const { page, shop } = await openCounter(makeShop, async ({ person, path }) => (await newDevice(person, { at: path, context: tablet })).page)
  const acts = newActs()
  const tap = async (target: Locator): Promise<void> => {
    acts.taps += 1
    await target.tap()
  }
  const type = async (text: string): Promise<void> => {
    acts.typed += text.length
    await page.keyboard.type(text)
  }
  const look = async (dialog: Locator): Promise<void> => {
    await dialog.waitFor()
    acts.dialogs += 1
  }

  await tap(page.getByRole('button', { name: 'Add Order' }))
  await look(adding(page))
  await tap(choice(adding(page), 'Customer'))
  await type('rita')
  await tap(page.getByRole('option', { name: /Rita Returning/ }))
  await tap(adding(page).getByRole('button', { name: 'Apple iPhone 12', exact: true }))
  await expect(field(adding(page), 'Device Details')).toHaveValue('Apple iPhone 12')
  await tap(field(adding(page), 'Issue Description'))
  await type('Screen cracked')
  // The camera app takes two taps and shows one screen.
  const camera = page.waitForEvent('filechooser')
  await tap(adding(page).getByRole('button', { name: 'Take photo' }))
  acts.taps += 2
  acts.dialogs += 1
  await (await camera).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto(page, 'teal') })
  await expect(adding(page).getByRole('button', { name: 'Open photo.jpg' })).toBeVisible()
  await tap(adding(page).getByRole('button', { name: 'Add Order', exact: true }))

  await look(checklist(page))
  await tap(checklist(page).getByRole('button', { name: 'Sign at drop-off' }))
  await look(signing(page))
  const pad = await signing(page).getByRole('img', { name: 'Signature, empty' }).boundingBox()
  if (pad === null) throw new Error('There is nothing to sign on')
  // Signing a short name takes as long as three taps.
  acts.taps += 3
  await page.mouse.move(pad.x + 40, pad.y + 90)
  await page.mouse.down()
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(pad.x + 40 + step * 30, pad.y + 90 + (step % 2) * 40)
  await page.mouse.up()
  await tap(signing(page).getByRole('button', { name: 'Sign', exact: true }))
  await signing(page).waitFor({ state: 'hidden' })
  for (const paper of ['label', 'receipt']) {
    await tap(checklist(page).getByRole('button', { name: `Print ${paper}` }))
    await look(printing(page))
    await tap(printing(page).getByRole('button', { name: 'Print', exact: true }))
    acts.taps += 1
    acts.dialogs += 1
    await tap(printing(page).getByRole('button', { name: 'Close' }).last())
    await look(checklist(page))
  }
  await tap(checklist(page).getByRole('button', { name: 'Done' }))
  await checklist(page).waitFor({ state: 'hidden' })

  await test.info().attach('acts', { body: JSON.stringify({ ...acts, seconds: touchSeconds(acts) }) })
  expect(acts.typed).toBe('rita'.length + 'Screen cracked'.length)
  expect(acts.taps).toBeLessThanOrEqual(24)
  expect(acts.dialogs).toBeLessThanOrEqual(10)
  expect(touchSeconds(acts)).toBeLessThan(90)
  await expectTakenIn(page, shop)
})

test('a walk-in of a known customer, with a printed label, takes eight actions (DAY-07)', async ({ makeShop, newDevice }) => {
  const { page, shop } = await openCounter(makeShop, async ({ person, path }) => (await newDevice(person, { at: path })).page)
  let actions = 0
  // Only what a person sees can be pressed: a press waits until its target is visible and uncovered.
  const press = async (target: Locator): Promise<void> => {
    actions += 1
    await target.click()
  }
  const type = async (text: string): Promise<void> => {
    actions += 1
    await page.keyboard.type(text)
  }

  await press(page.getByRole('button', { name: 'Add Order' }))
  await expect(choice(adding(page), 'Customer')).toBeFocused()
  await type('rita')
  await press(page.getByRole('option', { name: /Rita Returning/ }))
  await press(adding(page).getByRole('button', { name: 'Apple iPhone 12', exact: true }))
  await expect(field(adding(page), 'Issue Description')).toBeFocused()
  await type('Screen cracked')
  await press(adding(page).getByRole('button', { name: 'Add Order', exact: true }))
  await press(checklist(page).getByRole('button', { name: 'Print label' }))
  await expect(printing(page).getByRole('region', { name: 'Preview' })).toContainText('Apple iPhone 12')
  await press(printing(page).getByRole('button', { name: 'Print', exact: true }))

  expect(await page.evaluate(() => (window as unknown as { prints: number }).prints)).toBe(1)
  expect(actions).toBeLessThanOrEqual(8)
  await page.context().setOffline(false)
  await waitUntilSynced(page)
  expect(await shop.api.read(`/api/${shop.id}/orders`)).toMatchObject([{ itemDetails: 'Apple iPhone 12', issueDescription: 'Screen cracked' }])
})
