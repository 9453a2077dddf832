import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { choice, expect, test, type TestShop } from '../harness/fixtures.ts'
import { longUnless } from '../harness/long-unless.ts'
import { findCutBoxes, printPages, readCodes, readPrintedCodes } from '../harness/read-codes.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

const texts = {
  long: {
    name: 'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh',
    device: 'Laptop with a name that goes on and on: ThinkPad X1 Carbon Generation 12 Touch, black, sticker of a lighthouse on its lid, dent at the left hinge',
    issue: 'Falls asleep. '.repeat(60),
  },
  arabic: {
    name: 'محمد عبد الرحمن بن عبد العزيز آل سعود',
    device: 'هاتف سامسونج جالاكسي إس ٢٤ ألترا',
    issue: 'الشاشة مكسورة ولا تعمل باللمس، والبطارية تفرغ بسرعة',
  },
  chinese: { name: '欧阳娜娜', device: '华为笔记本电脑 MateBook X Pro 2024 款', issue: '屏幕有一条竖线，键盘的空格键没有反应，请在周五之前修好。' },
}

async function takeIn(shop: TestShop, { name, device, issue }: { name: string; device: string; issue: string }, payments = 0): Promise<string> {
  const customerId = await addCustomer(shop, { name })
  const orderId = await addOrder(shop, { customerId, itemDetails: device, issueDescription: issue, quotedCost: '350' })
  const paid = Array.from({ length: payments }, (_, index) =>
    createOp('payments', { orderId, paymentAmount: 10, afterTax: false, paymentText: `Part ${index + 1} of the sum, paid by card at the counter` }),
  )
  if (paid.length > 0) await shop.api.write(shop.id, paid)
  return orderId
}

async function openPapers(page: Page, shop: TestShop, orderId: string): Promise<void> {
  await page.goto(`/${shop.id}/orders/order/${orderId}`)
  await page.getByRole('dialog', { name: 'Edit Order' }).getByRole('button', { name: 'Print', exact: true }).click()
  await preview(page).locator('.paper').first().waitFor()
}

const receiptSizes = [
  ['A4', 210],
  ['Letter', 215.9],
  ['80 mm roll', 80],
  ['58 mm roll', 58],
] as const

for (const [script, text] of Object.entries(texts)) {
  test(
    `papers of every size show all of a ${script} order with 30 payments, and their code opens it (PRINT-01..03)`,
    longUnless(script === 'long'),
    async ({ newDevice, makeShop }) => {
      test.slow()
      const shop = await makeShop({ privileges: ['view_shop_setting'] })
      const orderId = await takeIn(shop, text, 30)
      const { page } = await newDevice(shop.person)
      await openPapers(page, shop, orderId)
      for (const paper of ['Pick-up receipt', 'Drop-off receipt', 'Job sheet']) {
        await choice(page, 'Paper').selectOption(paper)
        for (const [size, widthMm] of receiptSizes) {
          await choice(page, 'Size').selectOption(size)
          await expect(preview(page)).toContainText(text.device.slice(0, 20))
          expect(await findCutBoxes(page)).toEqual([])
          const pages = await printPages(page)
          for (const printed of pages) expect(Math.abs(printed.widthMm - widthMm)).toBeLessThan(1)
          if (size.includes('roll')) expect(pages).toHaveLength(1)
          else expect(pages.length).toBe(paper === 'Job sheet' ? 1 : 2)
          if (process.env['PAPER_SHOTS'] !== undefined) {
            await preview(page)
              .locator('.paper')
              .screenshot({ path: `${process.env['PAPER_SHOTS']}/${script}-${paper}-${size}.png` })
          }
        }
      }
      // A server that only this machine reaches has no address to print.
      const codes = await readPrintedCodes(page)
      expect(codes.filter((code) => /^S-\d+$/.test(code))).toHaveLength(1)
    },
  )
}

const labelSizes = [
  [62, 29],
  [40, 20],
  [29, 62],
  [100, 50],
] as const

test(
  'labels of every size show who, what and when, and their code is read from the paper (PRINT-02, PRINT-03)',
  { tag: '@long' },
  async ({ newDevice, makeShop }) => {
    test.slow()
    const shop = await makeShop({ privileges: ['view_shop_setting'] })
    const orderIds = await Promise.all(Object.values(texts).map((text) => takeIn(shop, text)))
    for (const [labelWidthMm, labelHeightMm] of labelSizes) {
      await shop.api.call('PUT', `/api/${shop.id}/profile`, { labelWidthMm, labelHeightMm })
      const { page, context } = await newDevice(shop.person)
      for (const [index, orderId] of orderIds.entries()) {
        await openPapers(page, shop, orderId)
        await choice(page, 'Paper').selectOption('Device label')
        await expect(preview(page).locator('.paper-label')).toBeVisible()
        expect(await findCutBoxes(page)).toEqual([])
        expect(await printPages(page)).toEqual([
          expect.objectContaining({ widthMm: expect.closeTo(labelWidthMm, 0), heightMm: expect.closeTo(labelHeightMm, 0) }),
        ])
        const letters = await preview(page)
          .locator('.paper-label-text')
          .evaluate((box) => Number.parseFloat(box.style.fontSize))
        expect(letters).toBeGreaterThanOrEqual(6)
        const [code] = await readCodes(await preview(page).locator('.paper').screenshot())
        const { number } = await shop.api.read<{ number: number }>(`/api/${shop.id}/orders/${orderId}`)
        expect(code).toBe(`S-${number}`)
        expect(await readPrintedCodes(page)).toEqual([code])
        if (process.env['PAPER_SHOTS'] !== undefined) {
          await preview(page)
            .locator('.paper')
            .screenshot({ path: `${process.env['PAPER_SHOTS']}/label-${labelWidthMm}x${labelHeightMm}-${index}.png` })
        }
      }
      await context.close()
    }
  },
)

test('a product has labels with its SKU as Code 128, as many as are wanted, each on its own', { tag: '@long' }, async ({ newDevice, makeShop }) => {
  const shop = await makeShop()
  const category = createOp('categories', { name: 'Parts' })
  await shop.api.write(shop.id, [
    category,
    createOp('products', { name: 'Display OLED 6.1"', categoryHierarchyId: category.id, sku: 'DSP-0042', salePrice: 129.5 }),
  ])
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  await page.getByRole('searchbox').fill('Display')
  await page.getByRole('treegrid').getByRole('row').filter({ hasText: 'Display OLED' }).click()
  await page.getByRole('button', { name: 'Print label' }).click()
  await expect(preview(page)).toContainText('$129.50')
  expect(await readCodes(await preview(page).locator('.paper').screenshot())).toEqual(['DSP-0042'])
  expect(await findCutBoxes(page)).toEqual([])
  if (process.env['PAPER_SHOTS'] !== undefined)
    await preview(page)
      .locator('.paper')
      .screenshot({ path: `${process.env['PAPER_SHOTS']}/product.png` })
  await page.getByRole('textbox', { name: 'Copies' }).fill('3')
  await expect(page.getByText('3 papers')).toBeVisible()
  expect(await printPages(page)).toHaveLength(3)
})

test('after a new order a label and a receipt can be printed without a network, and the checklist is there again', async ({ newDevice, makeShop }) => {
  const shop = await makeShop({ checklist: ['Charger'] })
  await takeIn(shop, texts.chinese)
  const { page, context } = await newDevice(shop.person, { at: shop.path })
  await context.setOffline(true)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('欧阳')
  await page.getByRole('option', { name: '欧阳娜娜' }).click()
  await dialog.getByRole('textbox', { name: 'Device Details' }).fill('Radio')
  await dialog.getByRole('textbox', { name: 'Issue Description' }).fill('Silent')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await page.getByRole('button', { name: 'Print label' }).click()
  await expect(preview(page).locator('.paper-label')).toContainText('Radio')
  expect(await readCodes(await preview(page).locator('.paper').screenshot())).toHaveLength(1)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Drop off Checklist' })).toBeVisible()
})

test('rows of a list are printed together, those that are chosen', { tag: '@long' }, async ({ newDevice, makeShop }) => {
  const shop = await makeShop({ generatedOrders: 4 })
  const { page } = await newDevice(shop.person, { at: shop.path })
  await page.getByRole('tab', { name: 'All' }).click()
  await expect(page.getByText('Showing 1-4 of 4 entries')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print for these rows' }).click()
  await expect(preview(page).locator('.paper')).toHaveCount(4)
  expect(await printPages(page)).toHaveLength(4)
  await page.getByRole('group', { name: 'Orders' }).getByRole('checkbox').nth(1).uncheck()
  await expect(preview(page).locator('.paper')).toHaveCount(3)
  expect(new Set(await readPrintedCodes(page)).size).toBe(3)
})

for (const width of [1024, 1400]) {
  test(`the menu of a row prints for that order at ${width} px`, { tag: '@long' }, async ({ newDevice, makeShop }) => {
    const shop = await makeShop({ generatedOrders: 2 })
    await takeIn(shop, texts.long)
    const { page } = await newDevice(shop.person, { at: shop.path, context: { viewport: { width, height: 800 } } })
    const row = page.getByRole('grid', { name: 'Orders' }).getByRole('row').filter({ hasText: 'ThinkPad' })
    const menu = row.getByRole('button', { name: 'Actions of this order' })
    if (width === 1400) await row.hover()
    await expect(menu).toHaveCSS('opacity', '1')
    const size = await menu.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Print job sheet' }).click()
    await expect(preview(page).locator('.paper')).toHaveCount(1)
    await expect(preview(page)).toContainText('ThinkPad X1 Carbon')
    await expect(preview(page)).toContainText('Job sheet')
  })
}
