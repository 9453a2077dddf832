import type { Locator, Page } from '@playwright/test'
import { v7 } from 'uuid'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { closeChecklist, choice, expect, field, makePerson, test, type TestShop, waitForParts, waitUntilSynced } from '../harness/fixtures.ts'
import { typeAtOnce } from '../harness/keys.ts'
import { readPrintedCodes } from '../harness/read-codes.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'

// Expected amounts in whole cents and pieces, calculated without the product's code.
const floatCents = 100_00
const stampsCents = 12_40
const cable = { name: 'USB-C cable', sku: 'CAB-1', cents: 9_95, pieces: 8 }
const charger = { name: 'Charger', sku: 'CHG-20', cents: 24_95, pieces: 3 }
const screen = { name: 'Screen', barcode: '4006381333931', cents: 129_00, pieces: 1 }
const taxPerMille = 77

/** Half a cent rounds up. */
const taxOf = (cents: number): number => Math.floor((cents * taxPerMille + 500) / 1_000)

const chargersSold = 2
const chargersCents = chargersSold * charger.cents + taxOf(chargersSold * charger.cents)
const byCardCents = 30_00
const inCashCents = chargersCents - byCardCents
const givenCents = 40_00
const chargersBack = 1
const leftCents = (chargersSold - chargersBack) * charger.cents
/** What is left of the sale is taxed anew. */
const refundCents = chargersCents - leftCents - taxOf(leftCents)
const bought = { first: 2, rest: 3 }
/** On the shelf, one piece less than the shop knows of. */
const screensCounted = screen.pieces + bought.first + bought.rest - 1
const screensSold = 1

const cashCents = floatCents - stampsCents + cable.cents + inCashCents
const cardCents = byCardCents - refundCents + screensSold * screen.cents
const cashMissingCents = 1_05

function toText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}$${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const toTyped = (cents: number): string => toText(cents).slice(1)
const toAmount = (cents: number): number => cents / 100

type Day = { shop: TestShop; idOf: Record<'cable' | 'charger' | 'screen' | 'purchase' | 'repair', string> }

async function openShop(shop: TestShop): Promise<Day> {
  const idOf = { cable: v7(), charger: v7(), screen: v7(), purchase: v7() }
  const [categoryId, supplierId, rateId] = [v7(), v7(), v7()]
  await shop.api.call('PUT', `/api/${shop.id}/profile`, { warrantyDays: 90, taxMode: 'exclusive' })
  await shop.api.write(shop.id, [
    createOp('tax_rates', { name: 'Sales tax', percent: taxPerMille / 10 }, rateId),
    createOp('categories', { name: 'Shop' }, categoryId),
    createOp('suppliers', { supplierName: 'Mobile Parts' }, supplierId),
    ...(
      [
        [idOf.cable, { name: cable.name, sku: cable.sku, inventoryCount: cable.pieces, salePrice: toAmount(cable.cents) }],
        [idOf.charger, { name: charger.name, sku: charger.sku, inventoryCount: charger.pieces, salePrice: toAmount(charger.cents), taxRateId: rateId }],
        [idOf.screen, { name: screen.name, barcode: screen.barcode, inventoryCount: screen.pieces, salePrice: toAmount(screen.cents), location: 'Drawer 3' }],
      ] as const
    ).map(([id, values]) => createOp('products', { ...values, categoryHierarchyId: categoryId }, id)),
    createOp('purchases', { supplierId, state: 'sent', reference: 'PO-7' }, idOf.purchase),
    createOp('purchase_lines', { purchaseId: idOf.purchase, productId: idOf.screen, quantity: bought.first + bought.rest, unitCost: 61.4 }),
  ])
  const customerId = await addCustomer(shop, { name: 'Wanda Warranty', phone: '6175550123' })
  const repair = await addOrder(shop, { customerId, itemDetails: 'iPhone 12', issueDescription: 'Screen', status: 'Fixed' })
  await changeOrder(shop, repair, { orderStatusId: { from: orderStatusIdByName.Fixed, to: orderStatusIdByName['Picked up'] } })
  return { shop, idOf: { ...idOf, repair } }
}

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
const till = (page: Page): Locator => dialog(page, /^Till/)

async function openTill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Till' }).click()
}

/** Scans each code, and opens the payment of what was scanned. */
async function sell(page: Page, codes: readonly string[], total: number): Promise<Locator> {
  await page.keyboard.press('s')
  const sale = dialog(page, 'Sell')
  await expect(sale.getByText('Till: Front desk')).toBeVisible()
  const article = sale.getByRole('combobox', { name: 'Article' })
  for (const [place, code] of codes.entries()) {
    await article.fill(code)
    await page.getByRole('option').first().waitFor()
    await article.press('Enter')
    await expect(article).toHaveValue('')
    if (place === 0) await expect(sale.getByRole('listitem')).toHaveCount(1)
  }
  await expect(sale.getByLabel('Sum')).toContainText(toText(total))
  await article.press('Enter')
  const payment = dialog(page, 'Take payment')
  await expect(payment.getByText(`To pay ${toText(total)}`)).toBeVisible()
  return payment
}

async function save(page: Page, payment: Locator): Promise<void> {
  await payment.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page, 'Sell')).toBeHidden()
}

test('TILL, PARTS, WARR: a day of two tablets at one till, to the cent and to the piece', { tag: '@long' }, async ({ makeShop, newDevice, server }) => {
  test.setTimeout(180_000)
  const day = await openShop(await makeShop({ privileges: ['view_report', 'view_shop_setting', 'view_app_setting'] }))
  const { shop } = day
  const lee = await makePerson(server, { shops: [shop] })
  const [front, back] = await Promise.all([newDevice(shop.person, { at: shop.path }), newDevice(lee, { at: shop.path })])

  await test.step('one opens the till with a float and takes cash out of it, the other uses the same', async () => {
    await openTill(front.page)
    await field(till(front.page), 'Name').fill('Front desk')
    await field(till(front.page), 'Float').fill(toTyped(floatCents))
    await till(front.page).getByRole('button', { name: 'Open till' }).click()
    await field(till(front.page), 'Amount').fill(toTyped(stampsCents))
    await field(till(front.page), 'Reason').fill('Stamps')
    await till(front.page).getByRole('button', { name: 'Take cash out' }).click()
    await expect(till(front.page).getByText(`${toText(floatCents - stampsCents)} expected`)).toBeVisible()
    await till(front.page).getByRole('button', { name: 'Close', exact: true }).first().click()
    await openTill(back.page)
    await till(back.page).getByRole('button', { name: 'Use Front desk' }).click()
    await till(back.page).getByRole('button', { name: 'Close', exact: true }).first().click()
  })

  const receipt = await test.step('one sells an article in cash, the other a taxed one by two methods, with change and a receipt', async () => {
    await save(front.page, await sell(front.page, [cable.sku], cable.cents))
    const payment = await sell(
      back.page,
      Array.from({ length: chargersSold }, () => charger.sku),
      chargersCents,
    )
    await payment.getByRole('button', { name: 'Several methods' }).click()
    await field(payment, 'Card').fill(toTyped(byCardCents))
    await field(payment, 'Cash').fill(toTyped(inCashCents))
    await field(payment, 'Received in cash').fill(toTyped(givenCents))
    await expect(payment.getByText(`Together ${toText(chargersCents)}`, { exact: true })).toBeVisible()
    await expect(payment.getByText(`Received ${toTyped(givenCents)} · change ${toTyped(givenCents - inCashCents)}`)).toBeVisible()
    await payment.getByRole('button', { name: 'Save and print' }).click()
    const amounts = back.page.getByRole('region', { name: 'Preview' }).getByRole('row').locator('.paper-amount')
    const net = chargersSold * charger.cents
    await expect(amounts).toHaveText([net, net, chargersCents - net, chargersCents, -inCashCents, -byCardCents, chargersCents, 0].map(toText))
    // The number on the receipt comes from the server at the latest now.
    await waitUntilSynced(back.page)
    const [code = ''] = await readPrintedCodes(back.page)
    await back.page.getByRole('button', { name: 'Close' }).last().click()
    return code
  })

  await test.step('a charger comes back: its receipt is scanned at the other tablet, and its money goes where it came from', async () => {
    await waitUntilSynced(front.page)
    await typeAtOnce(front.page, [...receipt, 'Enter'])
    const sale = dialog(front.page, 'Sale')
    await sale.getByRole('button', { name: 'Return' }).click()
    await field(sale, 'Pieces of Charger').fill(String(chargersBack))
    await field(sale, 'Reason').fill('Wrong plug')
    await sale.getByRole('button', { name: `Take back and refund ${toText(refundCents)}` }).click()
    await expect(sale.getByText(`Total ${toText(chargersCents - refundCents)}`)).toBeVisible()
    await expect(sale.getByRole('list', { name: 'Payments' }).getByRole('listitem').last()).toHaveText(`Refund · Card · Wrong plug${toText(-refundCents)}`)
    await sale.getByRole('button', { name: 'Close' }).first().click()
  })

  await test.step('a purchase comes in two parts, one at each tablet', async () => {
    for (const { page } of [back, front]) {
      await page.getByRole('link', { name: 'Inventory' }).click()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Purchases' }).click()
      await page.getByRole('button', { name: /PO-7/ }).click()
      const purchase = dialog(page, 'Purchase PO-7')
      const part = purchase.getByRole('list', { name: 'Parts' }).getByRole('listitem')
      if (page === back.page) {
        for (let piece = 1; piece <= bought.first; piece++) {
          await field(purchase, 'Receive').fill(screen.barcode)
          await field(purchase, 'Receive').press('Enter')
          await expect(part).toContainText(`${piece} of ${bought.first + bought.rest}`)
        }
        await expect(purchase.getByText('Sent', { exact: true })).toBeVisible()
        await waitUntilSynced(page)
      } else {
        await expect(part).toContainText(`${bought.first} of ${bought.first + bought.rest}`)
        await purchase.getByRole('button', { name: 'Receive all of Screen' }).click()
        await expect(purchase.getByText('Received', { exact: true })).toBeVisible()
      }
      await purchase.getByRole('button', { name: 'Close' }).first().click()
    }
    await waitUntilSynced(front.page)
  })

  await test.step('one counts a drawer while the other sells out of it, and applies the difference', async () => {
    const { page } = front
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Stock take' }).click()
    await choice(dialog(page, 'Stock take'), 'Area').fill('Drawer 3')
    await page.keyboard.press('Enter')
    const count = dialog(page, 'Count Drawer 3')
    await field(count, 'Pieces').fill(String(screensCounted))
    await field(count, 'Code or name').fill(screen.barcode)
    await page.keyboard.press('Enter')
    await expect(count.getByRole('list', { name: 'Counted' }).getByRole('listitem')).toContainText(String(screensCounted))
    await waitUntilSynced(page)

    const payment = await sell(back.page, [screen.barcode], screensSold * screen.cents)
    await payment.getByText('Card', { exact: true }).click()
    await save(back.page, payment)
    await waitUntilSynced(back.page)

    await count.getByRole('button', { name: 'Show Differences' }).click()
    const differences = dialog(page, 'Differences of Drawer 3')
    await expect(differences.getByRole('row', { name: /^Screen/ }).getByRole('cell')).toHaveText([
      String(screensCounted),
      `−${screensSold}`,
      `−${screen.pieces + bought.first + bought.rest - screensCounted}`,
    ])
    await differences.getByRole('button', { name: 'Apply' }).click()
    await expect(differences.getByRole('button', { name: 'Undo the Stock Take' })).toBeVisible()
    await differences.getByRole('button', { name: 'Close' }).first().click()
  })

  await test.step('a repair comes back under warranty and charges nothing', async () => {
    const { page } = back
    await page.goto(`/${shop.id}/orders/order/${day.idOf.repair}`)
    await dialog(page, 'Edit Order').getByRole('button', { name: 'Warranty claim' }).click()
    await dialog(page, 'Warranty Claim').getByRole('button', { name: 'Add Order' }).click()
    await closeChecklist(page)
    await waitUntilSynced(page)
    await page.goto(shop.path)
    await waitForParts(page)
  })

  await test.step('the till is closed with a difference, on paper as well, and stays closed for both', async () => {
    const { page } = front
    await openTill(page)
    await expect(till(page).getByText(`${toText(cashCents)} expected`)).toBeVisible()
    await expect(till(page).getByText(`${toText(cardCents)} expected`)).toBeVisible()
    await field(till(page), 'Cash counted').fill(toTyped(cashCents - cashMissingCents))
    await field(till(page), 'Card counted').fill(toTyped(cardCents))
    await till(page).getByRole('button', { name: 'Close till' }).click()
    await expect(till(page).getByText(`Cash: ${toText(cashMissingCents)} missing. A closed till never opens again.`)).toBeVisible()
    await till(page).getByRole('button', { name: 'Close for good' }).click()
    const paper = page.getByRole('region', { name: 'Preview' })
    for (const [line, cents] of [
      ['Cash, expected', cashCents],
      ['Cash, difference', -cashMissingCents],
      ['Card, expected', cardCents],
      ['Card, difference', 0],
    ] as const)
      await expect(paper).toContainText(`${line}${toText(cents)}`)
    await waitUntilSynced(page)
    await back.page.keyboard.press('s')
    await expect(dialog(back.page, 'Sell').getByText('No till is open on this device')).toBeVisible()
  })

  await expectTheServerHoldsTheDay(day)
})

async function expectTheServerHoldsTheDay({ shop, idOf }: Day): Promise<void> {
  const read = <T>(path: string): Promise<T> => shop.api.read<T>(`/api/${shop.id}/${path}`)
  expect(await read('till-days')).toMatchObject([
    {
      name: 'Front desk',
      state: 'closed',
      float: toAmount(floatCents),
      expected: { cash: toAmount(cashCents), card: toAmount(cardCents) },
      difference: { cash: toAmount(-cashMissingCents), card: 0 },
    },
  ])
  const countOf = async (id: string): Promise<number> => (await read<{ inventoryCount: number }>(`products/${id}`)).inventoryCount
  expect([await countOf(idOf.cable), await countOf(idOf.charger), await countOf(idOf.screen)]).toEqual([
    cable.pieces - 1,
    charger.pieces - chargersSold + chargersBack,
    screensCounted - screensSold,
  ])
  expect(await read(`purchases/${idOf.purchase}`)).toMatchObject({ state: 'received' })
  const sales = await read<{ id: string; itemDetails: string }[]>('orders?kind=sale')
  const balances = await Promise.all(sales.map(async ({ id, itemDetails }) => [itemDetails, await read(`orders/${id}/balance`)] as const))
  const paid = (cents: number) => expect.objectContaining({ total: toAmount(cents), paid: toAmount(cents), balance: 0 })
  expect(Object.fromEntries(balances)).toEqual({
    [cable.name]: paid(cable.cents),
    [`${chargersSold} × ${charger.name}`]: paid(chargersCents - refundCents),
    [screen.name]: paid(screensSold * screen.cents),
  })
  const repairs = await read<{ id: string; claimOf: string | null }[]>('orders')
  const claims = repairs.filter(({ claimOf }) => claimOf === idOf.repair)
  expect([repairs.length, claims.length]).toEqual([2, 1])
  expect(await read(`orders/${claims[0]?.id ?? ''}/balance`)).toMatchObject({ total: null, paid: 0, balance: null })
}
