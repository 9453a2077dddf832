import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, dialogOf, field } from '#web/testing/screen.ts'
import { addCustomer, addOrder, changeOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('WARR-01: an order that was picked up says until when it is under warranty, and a claim on it is two presses that charge nothing', async () => {
  const shop = makeShop({ privileges: ['view_report'], profile: { warrantyDays: 90 } })
  const customerId = await addCustomer(shop, { name: 'Ola Order' })
  const first = await addOrder(shop, { customerId, itemDetails: 'iPhone 12', issueDescription: 'Screen', status: 'In Progress' })
  const service = createOp('services', { name: 'Screen', price: 129 })
  await shop.api.write(shop.id, [
    service,
    createOp('order_lines', { orderId: first, kind: 'labour', description: 'Screen', quantity: 1, unitPrice: 129, serviceId: service.id }),
  ])
  await changeOrder(shop, first, { orderStatusId: { from: orderStatusIdByName['In Progress'], to: orderStatusIdByName.Fixed } })
  await changeOrder(shop, first, { orderStatusId: { from: orderStatusIdByName.Fixed, to: orderStatusIdByName['Picked up'] } })
  const app = await renderShop({
    shop,
    at: dashboardPath({ shopId: shop.id, orderId: first }),
    rest: { 'GET /api/*/payments': () => [], 'GET /api/*/costs': () => [], 'GET /api/*/order-lines': () => [] },
  })
  const dialog = dialogOf('Edit Order')
  const until = new Date(Date.now() + 90 * 86_400_000).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
  await expect.element(dialog.getByText(`Under warranty until ${until}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Warranty claim' }).click()
  const claim = dialogOf('Warranty Claim')
  await expect.element(field(claim, 'Issue Description')).toHaveValue('Warranty claim: Screen')
  await claim.getByRole('button', { name: 'Add Order' }).click()
  await expect.poll(async () => (await readOrders(shop)).length).toBe(2)
  const made = (await readOrders(shop)).find(({ id }) => id !== first) ?? expect.fail()
  expect(made).toMatchObject({ claimOf: first, customerId, itemDetails: 'iPhone 12', quotedCost: null })

  await app.goTo(dashboardPath({ shopId: shop.id, orderId: made.id }))
  await expect.element(dialog.getByRole('link', { name: /^Warranty claim on/ })).toBeVisible()
  await expect.element(dialog.getByText(`Under warranty until ${until}`)).toBeVisible()
  await dialog
    .getByRole('button', { name: /^(?:\+ )?(?:Add )?Part/ })
    .first()
    .click()
  const line = dialogOf('Add Part')
  await expect.element(line.getByRole('radio', { name: 'Under warranty, not charged' })).toBeChecked()

  await app.goTo(`/${shop.id}/reports?view=comebacks&from=any&to=any`)
  await expect.element(page.getByRole('table', { name: 'By service' }).getByRole('row', { name: 'Screen 1 1 100%' })).toBeVisible()
})

test('WARR-01: at the intake of a known device its warranty is shown, and the claim is two presses that keep what was typed', async () => {
  const shop = makeShop({ profile: { warrantyDays: 90 } })
  const customerId = await addCustomer(shop, { name: 'Ola Order' })
  const [phone, tablet] = ['iPhone 12', 'iPad'].map((model) => createOp('assets', { customerId, kind: 'phone', brand: 'Apple', model }))
  await shop.api.write(
    shop.id,
    [phone, tablet].filter((op) => op !== undefined),
  )
  const repaired = { customerId, assetId: phone?.id ?? '', itemDetails: 'Apple iPhone 12', issueDescription: 'Screen', status: 'Fixed' } as const
  const first = await addOrder(shop, repaired)
  await changeOrder(shop, first, { orderStatusId: { from: orderStatusIdByName.Fixed, to: orderStatusIdByName['Picked up'] } })
  await renderShop({ shop, at: shop.path })
  await userEvent.keyboard('n')
  const form = dialogOf('Add New Order')
  await choice(form, 'Customer').fill('Ola')
  await page.getByRole('option', { name: /Ola Order/ }).click()
  await form.getByRole('button', { name: /iPad/ }).click()
  await expect.element(form.getByText(/Under warranty/)).not.toBeInTheDocument()
  await choice(form, 'Device').selectOptions(phone?.id ?? '')
  await field(form, 'Order Notes').fill('In a hurry')
  await expect.element(form.getByText(/^Under warranty until/)).toBeVisible()
  await form.getByRole('button', { name: 'Warranty claim' }).click()
  const claim = dialogOf('Warranty Claim')
  await expect.element(field(claim, 'Issue Description')).toHaveValue('Warranty claim: Screen')
  await claim.getByRole('button', { name: 'Add Order' }).click()
  await expect.poll(async () => (await readOrders(shop)).length).toBe(2)
  expect((await readOrders(shop)).find(({ id }) => id !== first)).toMatchObject({
    claimOf: first,
    assetId: phone?.id,
    itemDetails: 'Apple iPhone 12',
    orderNotes: 'In a hurry',
    quotedCost: null,
  })
})
