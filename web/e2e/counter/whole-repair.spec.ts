import type { Locator, Page } from '@playwright/test'
import { v7 } from 'uuid'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { choice, type Device, expect, field, makePerson, rowWith, test, type TestShop, toast, waitForParts, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

// Expected amounts in whole cents and thousandths, calculated without the product's code.
const screenCents = 129_95
const screensAtBench = 2
const screensAtDesk = 1
const screensCounted = 2
/** 0.75 h at 55.33 is 41.4975; a line rounds half up. */
const labour = { thousandths: 750, cents: 55_33 }
const labourCents = Math.floor((labour.thousandths * labour.cents + 500) / 1_000)
const benchCents = screensAtBench * screenCents
const deskCents = screensAtDesk * screenCents
const totalCents = benchCents + deskCents + labourCents
const cardCents = 450_00
const refundCents = cardCents - totalCents
const cableCents = 20_15
const courierCents = 6_35
const screenCostCents = 61_40
/** What was entered, and what the parts cost. */
const costsCents = courierCents + (screensAtBench + screensAtDesk) * screenCostCents
/** The cable is paid before tax; payments entered in an order are after tax by default. */
const incomeCents = cardCents - refundCents + cableCents

function toText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}$${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const toTyped = (cents: number): string => toText(cents).slice(1)
const toAmount = (cents: number): number => cents / 100

const serial = 'C39VK0WHJCL'
const item = 'iPhone 12, cracked glass'

type Repair = { shop: TestShop; orderId: string; screenId: string }

async function addRepair(shop: TestShop): Promise<Repair> {
  const [categoryId, screenId, assetId] = [v7(), v7(), v7()]
  const customerId = await addCustomer(shop, { name: 'Rosa Repair', phone: '6175550123' })
  await shop.api.write(shop.id, [
    createOp('categories', { name: 'Parts' }, categoryId),
    createOp(
      'products',
      {
        name: 'Screen iPhone 12',
        sku: 'SC-12',
        categoryHierarchyId: categoryId,
        inventoryCount: screensCounted,
        salePrice: toAmount(screenCents),
        costPrice: toAmount(screenCostCents),
      },
      screenId,
    ),
    createOp('assets', { customerId, kind: 'phone', brand: 'Apple', model: 'iPhone 12', serial }, assetId),
  ])
  const orderId = await addOrder(shop, { customerId, assetId, itemDetails: item })
  const cableId = await addOrder(shop, { customerId, itemDetails: 'Cable', status: 'Picked up' })
  await shop.api.write(shop.id, [
    createOp('payments', { orderId: cableId, paymentAmount: toAmount(cableCents), method: 'cash' }),
    createOp('costs', { orderId, costAmount: toAmount(courierCents), costText: 'Courier' }),
  ])
  return { shop, orderId, screenId }
}

const order = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit Order' })
const balance = (page: Page): Locator => order(page).getByLabel('Balance', { exact: true })
const lines = (page: Page): Locator =>
  order(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Edit line / }) })

async function cut({ context, page }: Device): Promise<void> {
  await context.setOffline(true)
  // An open dialog hides the badge from assistive technology.
  await page.getByRole('button', { name: /^Offline since .* Show details$/, includeHidden: true }).waitFor()
}

async function mend({ context, page }: Device): Promise<void> {
  await context.setOffline(false)
  await waitUntilSynced(page)
}

async function findBySerial(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find orders, customers, products and commands' }).fill(serial.toLowerCase())
  await expect(page.getByRole('option', { selected: true })).toContainText(item)
  await page.keyboard.press('Enter')
  await expect(choice(order(page), 'Device').getByRole('option', { selected: true })).toContainText(serial)
}

async function addScreens(page: Page, quantity: number): Promise<void> {
  await order(page).getByRole('button', { name: 'Add Part' }).click()
  const add = page.getByRole('dialog', { name: 'Add Part' })
  await choice(add, 'Product').fill('sc-12')
  await expect(page.getByRole('option', { name: /SC-12/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(add, 'Unit Price')).toHaveValue(toTyped(screenCents))
  await field(add, 'Quantity').fill(String(quantity))
  await expect(add.getByText(`Total ${toText(quantity * screenCents)}`)).toBeVisible()
  await add.getByRole('button', { name: 'Add to Order' }).click()
  await expect(add).toBeHidden()
}

async function addLabour(page: Page): Promise<void> {
  await order(page).getByRole('button', { name: 'Add Labour' }).click()
  const add = page.getByRole('dialog', { name: 'Add Labour' })
  await field(add, 'Description').fill('Fitting')
  await field(add, 'Quantity').fill(String(labour.thousandths / 1_000))
  await field(add, 'Unit Price').fill(toTyped(labour.cents))
  await add.getByRole('button', { name: 'Add to Order' }).click()
  await expect(add).toBeHidden()
}

async function takeByCard(page: Page, cents: number): Promise<void> {
  await order(page).getByRole('button', { name: 'Add Payment' }).click()
  const form = order(page).getByRole('group', { name: 'Add Payment' })
  await field(form, 'Amount').fill(toTyped(cents))
  await choice(form, 'Method').selectOption('Card')
  await field(form, 'Amount').press('Enter')
  await expect(form).toBeHidden()
}

async function refundInCash(page: Page, paidCents: number, cents: number): Promise<void> {
  await order(page)
    .getByRole('button', { name: `Refund payment ${toText(paidCents)}` })
    .click()
  const form = order(page).getByRole('group', { name: 'Add Refund' })
  await field(form, 'Amount').fill(toTyped(cents))
  await choice(form, 'Method').selectOption('Cash')
  await field(form, 'Reason').fill('Paid too much')
  await field(form, 'Reason').press('Enter')
  await expect(form).toBeHidden()
}

test('a whole repair on two tablets whose network comes and goes, from the search to the cash-up, to the cent', async ({
  makeShop,
  newDevice,
  browser,
  baseURL,
  server,
}) => {
  const shop = await makeShop({ privileges: ['view_report'] })
  const repair = await addRepair(shop)
  const lee = await makePerson(server, { shops: [shop] })
  const [desk, bench] = await Promise.all([newDevice(shop.person, { at: shop.path }), newDevice(lee, { at: shop.path })])

  await test.step('both use parts of the same shelf, one of them without a network', async () => {
    await cut(bench)
    await Promise.all([findBySerial(bench.page), findBySerial(desk.page)])
    await addScreens(bench.page, screensAtBench)
    await addScreens(desk.page, screensAtDesk)
    await addLabour(desk.page)
    await expect(balance(bench.page)).toHaveText(`Total ${toText(benchCents)} · paid $0.00 · to pay ${toText(benchCents)}`)
    await mend(bench)
    for (const { page } of [desk, bench]) {
      await expect(lines(page)).toHaveCount(3)
      await expect(balance(page)).toHaveText(`Total ${toText(totalCents)} · paid $0.00 · to pay ${toText(totalCents)}`)
    }
    await order(bench.page).getByRole('button', { name: 'Close' }).click()
    await bench.page.getByRole('link', { name: 'Inventory' }).click()
    await bench.page.getByRole('searchbox').fill('screen')
    await expect(bench.page.getByText(`${screensCounted - screensAtBench - screensAtDesk}: count it`)).toBeVisible()
  })

  const link = await test.step('the estimate is written without a network, and sent as a link', async () => {
    await cut(desk)
    await order(desk.page).getByRole('button', { name: 'Take as quote' }).click()
    await expect(field(order(desk.page), 'Quoted Cost')).toHaveValue(toTyped(totalCents))
    await choice(order(desk.page), 'Order Status').selectOption('Waiting For Approval')
    await order(desk.page).getByRole('button', { name: 'New Estimate' }).click()
    const writing = desk.page.getByRole('dialog', { name: 'New Estimate' })
    await expect(writing.getByText(`Total ${toText(totalCents)}`)).toBeVisible()
    await writing.getByRole('button', { name: 'Save Draft' }).click()
    await expect(writing).toBeHidden()
    await order(desk.page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(order(desk.page)).toBeHidden()
    await mend(desk)
    await rowWith(desk.page, item).click()
    await order(desk.page).getByRole('button', { name: 'Send', exact: true }).click()
    await desk.page.getByRole('dialog', { name: 'Send Estimate' }).getByRole('button', { name: 'Link and QR code' }).click()
    const sent = desk.page.getByRole('dialog', { name: 'The customer’s link' })
    const url = new URL((await sent.getByRole('link', { name: 'Look at it' }).getAttribute('href')) ?? '', baseURL)
    await sent.getByRole('button', { name: 'Done' }).click()
    return url.pathname
  })

  await test.step('the customer approves it on a phone', async () => {
    const phone = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await phone.newPage()
    await page.goto(link)
    for (const cents of [benchCents, deskCents, labourCents]) await expect(page.getByText(toText(cents), { exact: true })).toBeVisible()
    await field(page, 'Your name').fill('Rosa R.')
    await page.getByRole('button', { name: `Approve for ${toText(totalCents)}` }).tap()
    await expect(page.getByText(`Approved for ${toText(totalCents)}`)).toBeVisible()
    await phone.close()
    await expect(order(desk.page).getByText('Approved', { exact: true })).toBeVisible()
  })

  await test.step('the bench moves it on the board, the desk takes the money, neither with a network', async () => {
    const { page } = bench
    await page.goto(`${shop.path}?view=board`)
    const started = page.getByRole('region', { name: /^In Progress/ })
    await expect(started.locator('[data-card]')).toContainText(item)
    await waitForParts(page)
    await Promise.all([cut(bench), cut(desk)])
    await started.getByRole('button', { name: 'Actions of this order', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Fixed' }).click()
    await expect(toast(page)).toContainText('Status: Fixed')

    await takeByCard(desk.page, cardCents)
    await expect(balance(desk.page)).toHaveText(`Total ${toText(totalCents)} · paid ${toText(cardCents)} · paid too much ${toText(refundCents)}`)
    await refundInCash(desk.page, cardCents, refundCents)
    await expect(balance(desk.page)).toHaveText(`Total ${toText(totalCents)} · paid ${toText(totalCents)} · nothing to pay`)
    await Promise.all([mend(desk), mend(bench)])
    await expect(order(desk.page).getByText('Changed meanwhile: Status is now Fixed')).toBeVisible()
  })

  await test.step('the receipt adds up', async () => {
    const { page } = desk
    await order(page).getByRole('button', { name: 'Print', exact: true }).click()
    await choice(page, 'Paper').selectOption('Pick-up receipt')
    const paper = page.getByRole('region', { name: 'Preview' })
    const amounts = paper.getByRole('row').locator('.paper-amount')
    await expect(amounts).toHaveText([benchCents, deskCents, labourCents, totalCents, -cardCents, refundCents, cardCents - refundCents, 0].map(toText))
    await page.getByRole('button', { name: 'Close' }).last().click()
    await order(page).getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the report, its chart and the cash-up tell the same day', async () => {
    const { page } = desk
    await page.getByRole('link', { name: 'Reports' }).click()
    const figures = page.locator('dl dd')
    await expect(figures).toHaveText([incomeCents, cableCents, cardCents - refundCents, -costsCents, incomeCents - costsCents].map(toText))
    await page.getByRole('button', { name: 'Charts', exact: true }).click()
    const chart = page.getByRole('region', { name: 'Income and costs' })
    await expect(chart.getByRole('link', { name: `, Income: ${toText(incomeCents)}` })).toBeVisible()
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await expect(chart.getByRole('cell').filter({ hasText: /[1-9]/ })).toHaveText([incomeCents, costsCents].map(toText))
    await page.getByRole('button', { name: 'Cash-up', exact: true }).click()
    const cash = cableCents - refundCents
    await expect(page.getByRole('row', { name: /^All days/ }).getByRole('cell')).toHaveText([
      toText(cash),
      toText(cardCents),
      '–',
      '–',
      '–',
      toText(-refundCents),
      toText(cash + cardCents),
    ])
  })

  await expectTheServerHoldsItOnce(repair)
})

async function expectTheServerHoldsItOnce({ shop, orderId, screenId }: Repair): Promise<void> {
  const read = <T>(path: string): Promise<T> => shop.api.read<T>(`/api/${shop.id}/${path}`)
  const total = toAmount(totalCents)
  expect(await read(`orders/${orderId}/balance`)).toEqual({ total, net: total, tax: 0, taxes: [], paid: total, balance: 0 })
  expect(await read(`products/${screenId}`)).toMatchObject({ inventoryCount: screensCounted - screensAtBench - screensAtDesk })
  const moves = await read<{ delta: number; reason: string; orderId: string | null }[]>(`products/${screenId}/movements`)
  expect(moves.filter(({ reason }) => reason === 'line').map((move) => [move.delta, move.orderId])).toEqual([
    [-screensAtBench, orderId],
    [-screensAtDesk, orderId],
  ])
  expect(await read(`estimates?orderId=${orderId}`)).toMatchObject([
    { version: 1, state: 'approved', total: toAmount(totalCents), decidedBy: 'customer', decidedName: 'Rosa R.' },
  ])
  const payments = await read<{ orderId: string; paymentAmount: number; method: string; kind: string | null }[]>('payments')
  expect(payments.filter((payment) => payment.orderId === orderId).map((payment) => [payment.paymentAmount, payment.method, payment.kind])).toEqual([
    [toAmount(cardCents), 'card', null],
    [toAmount(refundCents), 'cash', 'refund'],
  ])
}
