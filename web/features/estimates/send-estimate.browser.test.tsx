import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { living, section } from '#web/testing/order-sections.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, field, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('an estimate is sent as a message, also without a network, and stays a draft until it has left', async () => {
  const shop = makeShop({})
  const customerId = await addCustomer(shop, { name: 'Carla Offers' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Phone to look at' })
  const app = await renderShop({ shop })
  const lines = [{ kind: 'part' as const, description: 'Screen', quantity: 1, unitPrice: 79.5 }]
  await app.device.write(shop.id, [{ action: 'create', collection: 'estimates', values: { orderId, lines: JSON.stringify(lines) } }])
  await page.getByRole('grid').getByText('Phone to look at').click()
  app.goOffline()

  const estimates = section('Estimates')
  await estimates.getByRole('button', { name: 'Send', exact: true }).click()
  const sending = dialogOf('Send Estimate')
  await expect.element(sending.getByRole('button', { name: 'Link and QR code' })).toBeDisabled()
  await expect.element(sending.getByLabelText('Preview')).toMatchTextContent('Hello Carla Offers, here is our estimate for your Phone to look at')
  await field(sending, 'Message').fill('Our offer')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(sending.getByRole('alert')).toHaveTextContent('Keep {link} in the text: it becomes the link to the estimate.')
  await field(sending, 'Message').fill('Our offer: {link}')
  await expect.element(sending.getByLabelText('Preview')).toMatchTextContent('Our offer: (link to the estimate)')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(toast()).toMatchTextContent('Message written')
  await expect.element(estimates.getByText('Waits to be sent by text message.')).toBeVisible()
  await expect.element(estimates.getByText('Draft', { exact: true })).toBeVisible()

  await app.goOnline()
  await expect
    .poll(async () => (await living(shop, 'messages')).map(({ estimateId, text, state }) => ({ isOfEstimate: typeof estimateId === 'string', text, state })))
    .toEqual([{ isOfEstimate: true, text: 'Our offer: {link}', state: 'waiting' }])
})
