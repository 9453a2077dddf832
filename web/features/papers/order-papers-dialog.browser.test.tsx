import '../../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CollectionName } from '#schema/collections/index.ts'
import { customerInput, orderInput } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type ShopOptions } from '#web/testing/shop-server.ts'
import { QrPicture } from '#web/ui/qr-picture.tsx'
import { OrderPapersDialog } from './order-papers-dialog.tsx'

const printed: CollectionName[] = [
  'invoices',
  'orders',
  'customers',
  'employees',
  'assets',
  'payments',
  'order_lines',
  'checklist_items',
  'checklist_selections',
  'tests',
  'test_results',
  'services',
  'attachments',
]

test('more orders than are laid out at once are printed in parts, each of which is chosen and says what it holds', async () => {
  const shop = makeShop()
  const customer = customerInput({ name: 'Ada' })
  const orders = Array.from({ length: 203 }, (_, place) => orderInput(customer.id, { itemDetails: `Radio ${place}` }))
  await shop.api.write(shop.id, [customer, ...orders])
  const { screen } = await renderOnDevice(
    <OrderPapersDialog shopId={shop.id} orderIds={orders.map(({ id }) => id)} paper="device-label" onClose={() => undefined} />,
    { shop, collections: printed },
  )
  await expect.element(screen.getByRole('dialog', { name: 'Print for 203 orders' })).toBeVisible()
  await expect.element(screen.getByText('More than 200 orders are printed in parts: print this one, then choose the next.')).toBeVisible()
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText('Radio 0', { exact: true }).first()).toBeInTheDocument()
  expect(preview.getByText('Radio 202', { exact: true }).elements()).toEqual([])
  await screen.getByLabelText('Part').selectOptions('2 of 2: orders 201 to 203')
  await expect.element(preview.getByText('Radio 202', { exact: true }).first()).toBeInTheDocument()
  expect(preview.getByText('Radio 0', { exact: true }).elements()).toEqual([])
})

test('no receipt is printed before the payments of its shop are here; labels are (PRICE-08)', async () => {
  const shop = makeShop()
  const pulls = Promise.withResolvers<void>()
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id, { itemDetails: 'Radio', quotedCost: '120' })
  await shop.api.write(shop.id, [customer, order, createOp('payments', { orderId: order.id, paymentAmount: 20 })])
  const { screen } = await renderOnDevice(<OrderPapersDialog shopId={shop.id} orderIds={[order.id]} paper="pick-up" onClose={() => undefined} />, {
    shop,
    collections: printed,
    pullsAfter: pulls.promise,
  })
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText('Still loading payments')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
  await screen.getByLabelText('Paper').selectOptions('Job sheet')
  await expect.element(preview.getByText('Still loading payments')).not.toBeInTheDocument()
  await screen.getByLabelText('Paper').selectOptions('Pick-up receipt')
  pulls.resolve()
  await expect.element(preview.getByRole('row', { name: 'Balance $100.00' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
})

test('LANG-01: a receipt is in the language of the customer’s card, else in the shop’s; the job sheet is in the shop’s', async () => {
  const shop = makeShop({ profile: { language: 'nl', currency: 'EUR' } })
  const [ada, jan] = [customerInput({ name: 'Ada', language: 'de-AT' }), customerInput({ name: 'Jan' })]
  const [one, two] = [orderInput(ada.id, { itemDetails: 'Radio', quotedCost: '1120' }), orderInput(jan.id, { itemDetails: 'Camera', quotedCost: '95.5' })]
  await shop.api.write(shop.id, [ada, jan, one, two, createOp('payments', { orderId: one.id, paymentAmount: 20, method: 'cash' })])
  const { screen } = await renderOnDevice(<OrderPapersDialog shopId={shop.id} orderIds={[one.id, two.id]} paper="pick-up" onClose={() => undefined} />, {
    shop,
    collections: printed,
  })
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('heading', { name: 'Abholbeleg' })).toBeVisible()
  await expect.element(preview.getByRole('row', { name: /^Reparatur laut Angebot 1\.120,00/ })).toBeVisible()
  await expect.element(preview.getByRole('row', { name: /^Bezahlt am .*, bar/ })).toBeVisible()
  await expect.element(preview.getByRole('row', { name: /^Offen 1\.100,00/ })).toBeVisible()
  await expect.element(preview.getByRole('heading', { name: 'Afhaalbewijs' })).toBeVisible()
  await screen.getByLabelText('Paper').selectOptions('Job sheet')
  await expect.poll(() => preview.getByRole('heading', { name: 'Werkbon' }).elements().length).toBe(2)
})

async function openLabel(address: string | null, profile?: ShopOptions['profile']) {
  const shop = makeShop({ code: 'fix', ...(profile && { profile }) })
  shop.server.address = address
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id, { itemDetails: 'Samsung Galaxy S24 Ultra with a cracked screen' })
  await shop.api.write(shop.id, [customer, order])
  const { screen } = await renderOnDevice(<OrderPapersDialog shopId={shop.id} orderIds={[order.id]} paper="device-label" onClose={() => undefined} />, {
    shop,
    collections: printed,
  })
  await expect.element(screen.getByRole('region', { name: 'Preview' }).getByText('Ada')).toBeInTheDocument()
  return { screen, ticket: document.querySelector('.paper-label-ticket')?.textContent ?? '' }
}

/** The picture of the code on the label, compared with that of a text. */
async function drawCode(text: string): Promise<string | null | undefined> {
  const { container } = await render(<QrPicture text={text} sideMm={26} />)
  return container.querySelector('svg path')?.getAttribute('d')
}

test('a code printed on the computer of the server leads to the address where others open it, or holds the bare ticket', async () => {
  const shared = await openLabel('https://shop.example')
  const path = () => document.querySelector('[role=region] .paper-label svg path')?.getAttribute('d')
  expect(path()).toBe(await drawCode(`https://shop.example/fix/t/${shared.ticket}`))
  await shared.screen.unmount()
  const { ticket } = await openLabel(null)
  expect(ticket).toMatch(/\d$/)
  expect(path()).toBe(await drawCode(ticket))
})

test('a label that is too small for its code or its texts says so before it is printed', async () => {
  const { screen } = await openLabel('https://shop.example', { labelWidthMm: 18, labelHeightMm: 10 })
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'too small' }))
    .toHaveTextContent('18 × 10 mm is too small: there is no room for the QR code, the whole device, all lines. Larger labels are set in Shop Details.')
  await screen.unmount()
  const large = await openLabel('https://shop.example')
  await expect.element(large.screen.getByRole('region', { name: 'Preview' }).getByText('Samsung Galaxy S24 Ultra with a cracked screen')).toBeInTheDocument()
  expect(large.screen.getByText(/too small/).elements()).toEqual([])
})

test('a receipt is made out to the company, name and address of its customer, with the tax ID', async () => {
  const shop = makeShop({ code: 'fix', profile: { country: 'DE' } })
  const address = { street: 'Bahnhofstrasse 5', postalCode: '8001', city: 'Zürich', country: 'CH' }
  const customer = customerInput({ name: 'Ada Quay', company: 'Quay AG', ...address, taxId: 'CHE-116.281.710' })
  const order = orderInput(customer.id)
  await shop.api.write(shop.id, [customer, order])
  const { screen } = await renderOnDevice(<OrderPapersDialog shopId={shop.id} orderIds={[order.id]} paper="drop-off" onClose={() => undefined} />, {
    shop,
    collections: printed,
  })
  await expect.element(screen.getByRole('region', { name: 'Preview' }).getByText('Quay AG')).toBeInTheDocument()
  const factOf = (label: string) =>
    [...document.querySelectorAll('[role=region] .paper-fact')]
      .filter((fact) => fact.querySelector('dt')?.textContent === label)
      .flatMap((fact) => [...fact.querySelectorAll('bdi')].map(({ textContent }) => textContent))
  expect(factOf('Customer')).toEqual(['Quay AG', 'Ada Quay', 'Bahnhofstrasse 5', '8001 Zürich', 'Switzerland'])
  expect(factOf('Tax ID')).toEqual(['CHE-116.281.710'])
})

test('several orders of one customer are printed as one receipt, with what is owed for all of them (DAY-06)', async () => {
  const shop = makeShop()
  const [ann, bob] = [customerInput({ name: 'Ann Lee' }), customerInput({ name: 'Bob' })]
  const phone = orderInput(ann.id, { itemDetails: 'iPhone 13', quotedCost: '120' })
  const watch = orderInput(ann.id, { itemDetails: 'Watch', quotedCost: '30.50' })
  const radio = orderInput(bob.id, { itemDetails: 'Radio' })
  await shop.api.write(shop.id, [ann, bob, phone, watch, radio, createOp('payments', { orderId: phone.id, paymentAmount: 20 })])
  const { screen } = await renderOnDevice(
    <OrderPapersDialog shopId={shop.id} orderIds={[phone.id, watch.id, radio.id]} paper="drop-off" asOne onClose={() => undefined} />,
    { shop, collections: printed },
  )
  const papers = (): Element[] => [...document.querySelectorAll('[role=region] .paper')]
  await expect.poll(() => papers().length).toBe(3)
  // A receipt never joins two customers.
  expect(screen.getByRole('checkbox', { name: 'One receipt for all' }).elements()).toEqual([])
  await screen.getByRole('checkbox', { name: /Radio/ }).click()
  await expect.poll(() => papers().length).toBe(1)
  expect([...(papers()[0]?.querySelectorAll('h2') ?? [])].map(({ textContent }) => textContent)).toEqual(['iPhone 13', 'Watch'])
  const table = [...document.querySelectorAll('[role=region] .paper table')].at(-1)
  const amounts = [...(table?.querySelectorAll('.paper-amount') ?? [])].map(({ textContent }) => textContent)
  expect(amounts).toEqual(['$100.00', '$30.50', '$130.50'])
  await screen.getByRole('checkbox', { name: 'One receipt for all' }).click()
  await expect.poll(() => papers().length).toBe(2)
})
