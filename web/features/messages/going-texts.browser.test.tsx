import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rowKey } from '#web/device/rows/rows.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { living } from '#web/testing/order-sections.ts'
import { dialogOf, rowWith, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const order = dialogOf('Edit Order')
const head = order.getByRole('region', { name: 'Order at a glance' })
const thread = order.getByRole('region', { name: 'Messages', exact: true })

async function makeOrder() {
  await page.viewport(1024, 768)
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Tess Told' }), itemDetails: 'Told radio' })
  const write = async (values: Parameters<typeof createOp>[1], serverValues: object = {}): Promise<void> => {
    const message = createOp('messages', { orderId, ...values })
    await shop.api.write(shop.id, [message])
    const held = shop.server.rows.get(rowKey('messages', message.id))
    if (held?.row !== undefined) held.row = { ...held.row, ...serverValues }
  }
  return { shop, write }
}

test('after a status that the shop tells, the head says when the text goes, and takes it back', async () => {
  const { shop, write } = await makeOrder()
  const [stored] = await readOrders(shop)
  await write({ to: '+15550102000', text: 'Almost done', anyHour: true }, { cause: 'status', orderStatusId: stored?.orderStatusId ?? null })
  await renderShop({ shop })
  await rowWith('Told radio').click()
  await expect.element(head).toMatchTextContent('Text is going')
  const cancel = head.getByRole('button', { name: 'Cancel the text' })
  expect(cancel.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await cancel.click()
  await expect.element(toast()).toMatchTextContent('Text taken back')
  await expect.element(cancel).not.toBeInTheDocument()
  await expect.poll(async () => (await living(shop, 'messages')).map(({ state }) => state)).toEqual(['cancelled'])
})

test('a text that went says so, and cannot be taken back', async () => {
  const { shop, write } = await makeOrder()
  const [stored] = await readOrders(shop)
  await write(
    { to: '+15550102000', text: 'Almost done' },
    { cause: 'status', orderStatusId: stored?.orderStatusId ?? null, state: 'sent', sentAt: new Date().toISOString() },
  )
  await renderShop({ shop })
  await rowWith('Told radio').click()
  await expect.element(head.getByText('Text sent')).toBeVisible()
  await expect.element(head.getByRole('button', { name: 'Cancel the text' })).not.toBeInTheDocument()
})

test('messages stand at the head of an order in which something is unread, are answered there, and else stand below', async () => {
  const { shop, write } = await makeOrder()
  await write({ channel: 'portal', state: 'received', text: 'Is it ready?' })
  const app = await renderShop({ shop })
  await rowWith('Told radio').click()
  const top = (of: typeof head) => of.element().getBoundingClientRect().top
  const status = order.getByRole('combobox', { name: 'Order Status' })
  await expect.element(thread.getByText('Is it ready?')).toBeVisible()
  expect(top(thread)).toBeLessThan(top(status))
  app.goOffline()
  await thread.getByRole('textbox', { name: 'Your answer' }).fill('Yes')
  await order.getByRole('button', { name: 'Send the answer and save' }).click()
  await expect.element(order).not.toBeInTheDocument()
  await app.goOnline()
  await expect
    .poll(async () => (await living(shop, 'messages')).map(({ text, state }) => `${String(text)} ${String(state)}`).toSorted())
    .toEqual(['Is it ready? read', 'Yes waiting'])
  await rowWith('Told radio').click()
  await expect.element(thread.getByText('Is it ready?')).toBeInTheDocument()
  expect(top(thread)).toBeGreaterThan(top(status))
})
