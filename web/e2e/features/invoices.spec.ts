import { createOp } from '#scripts/process-tests/api-client.ts'
import { findFaults } from '../harness/find-faults.ts'
import { expect, test, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'

/** '$1,234.50' of cents, by the test's own sum. */
const toMoney = (cents: number): string => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

test('a repair with a deposit, a part on top and a discount for a customer who turns out exempt: invoice, page, credit note, journal (INV-01..06)', async ({
  makeShop,
  newDevice,
  browser,
  baseURL,
}) => {
  const shop = await makeShop({ privileges: ['view_shop_setting', 'view_report'] })
  await shop.api.call('PUT', `/api/${shop.id}/profile`, { taxMode: 'exclusive', taxId: 'DE123456789', street: '1 Quay', city: 'Harbor' })
  await shop.api.call('POST', `/api/${shop.id}/tax-rates`, { name: 'VAT', percent: 19, category: 'standard', isDefault: true })
  const first = await addCustomer(shop, { name: 'Guest At Desk' })
  const exempt = await addCustomer(shop, { name: 'Embassy of Ruritania', phone: '5550000001', taxExempt: true, taxExemptReason: 'Diplomatic mission' })
  const orderId = await addOrder(shop, { customerId: first, itemDetails: 'Embassy laptop', quotedCost: '100' })
  await shop.api.write(shop.id, [createOp('payments', { orderId, paymentAmount: 40, method: 'cash', paymentText: 'Deposit' })])
  await shop.api.write(shop.id, [createOp('order_lines', { orderId, kind: 'part', description: 'Battery', quantity: 2, unitPrice: 9.99 })])
  await shop.api.write(shop.id, [createOp('order_lines', { orderId, kind: 'discount', description: 'Loyal', quantity: 1, unitPrice: 0, percent: 10 })])
  await changeOrder(shop, orderId, { customerId: { from: first, to: exempt } })

  const above = 10_000 + 2 * 999
  const discount = Math.round(above / 10)
  const [total, paid] = [above - discount, 4_000]
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/order/${orderId}` })
  await waitUntilSynced(page)
  const invoices = page.getByRole('dialog', { name: 'Edit Order' }).getByRole('region', { name: 'Invoices', exact: true })
  await invoices.getByRole('button', { name: 'Issue Invoice' }).click()
  await page.getByRole('dialog', { name: 'Issue Invoice' }).getByRole('button', { name: 'Issue Invoice' }).click()
  const number = `${new Date().getFullYear()}-0001`
  const invoice = invoices.getByRole('listitem', { name: `Invoice ${number}` })
  await expect(invoice).toContainText(toMoney(total))

  await invoice.getByRole('button', { name: 'Print' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const sums = ['Net', toMoney(total), `No tax on ${toMoney(total)}: Diplomatic mission`, '$0.00', 'Total', toMoney(total)]
  const rows = (where: typeof preview) => where.locator('.paper-invoice-sums :is(th, td)')
  const paidCell = /^Paid .*, cash$/
  await expect(rows(preview)).toHaveText([...sums, paidCell, toMoney(-paid), 'Balance due', toMoney(total - paid)])
  await expect(preview.locator('.paper-invoice-lines tbody td:last-child')).toHaveText([toMoney(10_000), toMoney(1_998), toMoney(-discount)])
  await page.getByRole('button', { name: 'Close' }).last().click()

  await invoice.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog', { name: 'Send Invoice' }).getByRole('button', { name: 'Link and QR code' }).click()
  const sent = page.getByRole('dialog', { name: 'The customer’s link' })
  const link = new URL((await sent.getByRole('link', { name: 'Look at it' }).getAttribute('href')) ?? '', baseURL).pathname
  await sent.getByRole('button', { name: 'Done' }).click()
  const phone = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 780 } })
  const customer = await phone.newPage()
  await customer.goto(link)
  await expect(rows(customer.locator('main'))).toHaveText([...sums, paidCell, toMoney(-paid), 'Balance due', toMoney(total - paid)])
  expect(await findFaults(customer)).toEqual([])

  await invoice.getByRole('button', { name: 'Credit Note' }).click()
  await page
    .getByRole('dialog', { name: `Credit Note for ${number}` })
    .getByRole('button', { name: 'Issue Credit Note' })
    .click()
  await expect(invoices.getByRole('listitem', { name: /^Credit note CN-/ })).toContainText(toMoney(-total))
  await customer.reload()
  await expect(rows(customer.locator('main'))).toHaveText([...sums, /^Credit note CN-/, toMoney(-total), 'Balance due', '$0.00'])
  await phone.close()

  const journal = await (await page.request.get(`/api/${shop.id}/journal`)).text()
  const [, ...booked] = journal
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  const gross = (kind: string): string[] => booked.filter((cells) => cells[1] === kind).map((cells) => toMoney(Math.round(Number(cells[10]) * 100)))
  expect([gross('payment'), gross('invoice'), gross('credit-note')]).toEqual([[toMoney(paid)], [toMoney(total)], [toMoney(-total)]])
})
