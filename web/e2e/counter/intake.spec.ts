import type { Locator, Page } from '@playwright/test'
import { isTombstone } from '#schema/collection.ts'
import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { drawPhoto } from '../harness/draw-photo.ts'
import { chooseFlow, closeChecklist, expect, field, rowWith, test, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { waitForNumbers } from '../harness/raw-storage.ts'
import { readCodes } from '../harness/read-codes.ts'
import { addCustomer } from '../harness/rows.ts'
import { openSlowLink } from '../harness/slow-link.ts'

test.use({ serviceWorkers: 'allow' })

/** Orders per tablet; `INTAKE_ORDERS=30` is a busy day. */
const ordersEach = Number(process.env['INTAKE_ORDERS'] ?? 5)

const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Order', exact: true })
const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Order' })
const signing = (page: Page) => page.getByRole('dialog', { name: 'Sign at drop-off' })

async function fillIntake(page: Page, item: string, hue: number): Promise<void> {
  await chooseFlow(page, 'Create Order')
  const form = adding(page)
  await form
    .getByRole('combobox', { name: /Customer/ })
    .first()
    .click()
  await page.getByRole('option', { name: /Ina Intake/ }).click()
  await field(form, 'Device Details').fill(item)
  await field(form, 'Issue Description').fill(`${item} is broken`)
  await page
    .getByLabel('Photos and documents', { exact: true })
    .setInputFiles({ name: `${item}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(page, `hsl(${hue} 80% 40%)`) })
  await expect(form.getByRole('button', { name: `Open ${item}.jpg` })).toBeVisible()
}

const save = (page: Page) => adding(page).getByRole('button', { name: 'Add Order', exact: true }).click()

async function sign(page: Page, by: Locator): Promise<void> {
  await by.click()
  await expect(field(signing(page), 'Name')).toHaveValue('Ina Intake')
  await signing(page).getByRole('button', { name: 'Sign with the name' }).click()
  await signing(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(signing(page)).toBeHidden()
}

/** Adds the signature unless `isSigned`, prints the label, and returns its code. */
async function signAndPrint(page: Page, item: string, isSigned: boolean): Promise<string> {
  await rowWith(page, item).click()
  if (isSigned) await expect(editDialog(page).getByRole('img', { name: 'Signature of Ina Intake' })).toBeVisible()
  else await sign(page, editDialog(page).getByRole('button', { name: 'Sign at drop-off' }))
  await editDialog(page)
    .getByRole('button', { name: /^Print/ })
    .first()
    .click()
  const printing = page.getByRole('dialog', { name: 'Print', exact: true })
  await printing.getByRole('combobox', { name: 'Paper' }).selectOption('Device label')
  const label = printing.locator('.paper')
  await expect(label.locator('.paper-label')).toBeVisible()
  const [code = ''] = await readCodes(await label.screenshot())
  await printing.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('Escape')
  await expect(editDialog(page)).toBeHidden()
  return code
}

test(
  'two tablets take in orders without a network, one dies in the middle: all arrive with numbers of their own, photos and signatures, and labels open them elsewhere',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    test.slow()
    test.setTimeout(60_000 + ordersEach * 60_000)
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Ina Intake' })
    const link = await openSlowLink(server.url)
    const tablets = [await newDevice(shop.person, { url: link.url }), await newDevice(shop.person, { url: link.url })]
    for (const { page } of tablets) {
      await waitForOfflineShell(page)
      await waitForNumbers(page)
    }
    for (const { context } of tablets) await context.setOffline(true)
    // The emulated outage misses a new page's service worker; cutting the link does not.
    link.cut()

    const codeByItem = new Map<string, string>()
    const takeIn = async (tablet: number): Promise<void> => {
      const device = tablets[tablet]
      if (device === undefined) throw new Error('No such tablet')
      for (let index = 0; index < ordersEach; index += 1) {
        const item = `Radio ${tablet}-${index}`
        await fillIntake(device.page, item, tablet * 180 + index * 5)
        if (tablet === 1) await sign(device.page, adding(device.page).getByRole('button', { name: 'Take signature' }))
        await save(device.page)
        if (tablet === 1 && index === Math.floor(ordersEach / 2)) {
          await device.page.getByRole('dialog', { name: 'Drop off Checklist' }).waitFor()
          await device.page.close()
          device.page = await device.context.newPage()
          await device.page.goto(shop.path)
          await rowWith(device.page, item).waitFor()
        } else await closeChecklist(device.page)
        codeByItem.set(item, await signAndPrint(device.page, item, tablet === 1))
      }
    }
    await Promise.all([takeIn(0), takeIn(1)])
    expect(await shop.api.pullAll('orders')).toEqual([])

    link.repair()
    for (const { context } of tablets) await context.setOffline(false)
    for (const { page } of tablets) await waitUntilSynced(page)
    const orders = (await shop.api.pullAll('orders')) as unknown as { id: string; number: number; itemDetails: string; formerNumbers: number[] }[]
    expect(new Set(orders.map(({ number }) => number)).size).toBe(2 * ordersEach)
    expect(orders.flatMap(({ formerNumbers }) => formerNumbers)).toEqual([])
    const storedFiles = async () => {
      const rows = (await shop.api.pullAll('attachments')).filter((row) => !isTombstone(row)) as unknown as { kind: string; isStored: boolean }[]
      return ['photo', 'signature'].map((kind) => rows.filter((row) => row.kind === kind && row.isStored).length)
    }
    await expect.poll(storedFiles, { timeout: 60_000 }).toEqual([2 * ordersEach, 2 * ordersEach])
    for (const { itemDetails, number } of orders) {
      const tablet = itemDetails.startsWith('Radio 0') ? 1 : 0
      const { page } = tablets[tablet] ?? tablets[0] ?? { page: undefined }
      const path = toTicketPath(shop.code, `S-${number}`)
      // Others cannot reach a server of this machine alone, so its papers hold the bare ticket.
      expect(codeByItem.get(itemDetails)).toBe(`S-${number}`)
      await page?.goto(path)
      if (page !== undefined) await expect(field(editDialog(page), 'Device Details')).toHaveValue(itemDetails)
    }
    await link.close()
  },
)
