import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { v7 } from 'uuid'
import type { MessageRuleAnswer } from '#schema/api/sync.ts'
import { customerInput, orderInput, paymentInput, statusId } from '#web/device/testing/test-device.ts'
import { closeDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { askToTellMany } from './ask-to-tell.ts'
import { TellManyDialog } from './tell-many-dialog.tsx'

const { Fixed: fixed, 'In Progress': inProgress } = statusId
const rules: MessageRuleAnswer[] = [
  { id: v7(), orderStatusId: fixed, channel: 'sms', mode: 'ask', subject: null, text: '{name}: {device} is ready, {balance} to pay. {link}' },
  { id: v7(), orderStatusId: fixed, channel: 'email', mode: 'ask', subject: '{device}', text: 'Ready, {name}' },
  { id: v7(), orderStatusId: inProgress, channel: 'sms', mode: 'send', subject: null, text: 'We have begun' },
]

beforeEach(() => page.viewport(360, 740))

const people = [
  { name: 'Ada', countryCode: '+1', phone: '5550102000', email: 'ada@example.com' },
  { name: 'Bob', countryCode: '+1', phone: '5550102001' },
  { name: 'Cy', countryCode: '+1', phone: '5550102002', noMessages: true },
  { name: 'Di', countryCode: null, phone: null },
]

/** Opens the dialog for orders set to Fixed together, one of which has changed since. */
async function openTelling(names = people.map(({ name }) => name)) {
  const shop = makeShop()
  Object.assign(shop.server.shops.get(shop.id) ?? expect.fail(), { messageRules: rules })
  const orderIds: string[] = []
  for (const person of people) {
    const customer = customerInput(person)
    const order = orderInput(customer.id, { orderStatusId: fixed, itemDetails: `Phone of ${person.name}`, quotedCost: '89' })
    await shop.api.write(shop.id, [customer, order, paymentInput(order.id, 9)])
    if (names.includes(person.name)) orderIds.push(order.id)
  }
  const mover = customerInput({ name: 'Eve', countryCode: '+1', phone: '5550102003' })
  const moved = orderInput(mover.id, { orderStatusId: inProgress })
  await shop.api.write(shop.id, [mover, moved])
  orderIds.push(moved.id)
  const closed: string[] = []
  const { screen, device } = await renderOnDevice(
    <TellManyDialog shopId={shop.id} orderIds={orderIds} orderStatusId={fixed} onClose={() => closed.push('closed')} />,
    { shop, collections: ['customers', 'orders', 'payments', 'order_lines', 'messages'] },
  )
  return { shopId: shop.id, device, orderIds, dialog: screen.getByRole('dialog', { name: 'Tell the customers?' }), closed }
}

test('asks once for orders that got a status together, beside what is told of them, and not where the shop does not want to be asked (MSG-01)', async () => {
  const { shopId, device, orderIds } = await openTelling()
  const asked = () => [useDialogs.getState().dialog, toastStore.read()?.title]
  const before = toastStore.read()?.title
  askToTellMany(device, { shopId, orderIds, orderStatusId: inProgress, isTold: false })
  askToTellMany(device, { shopId, orderIds: [], orderStatusId: fixed, isTold: false })
  expect(asked()).toEqual([null, before])
  askToTellMany(device, { shopId, orderIds, orderStatusId: fixed, isTold: false })
  expect(asked()).toEqual([{ kind: 'messages-tell', orderIds, orderStatusId: fixed }, before])
  closeDialog()
  askToTellMany(device, { shopId, orderIds, orderStatusId: fixed, isTold: true })
  expect(asked()).toEqual([null, 'Tell the customers?'])
  toastStore.read()?.action?.onPress()
  expect(asked()).toEqual([{ kind: 'messages-tell', orderIds, orderStatusId: fixed }, 'Tell the customers?'])
  closeDialog()
})

test('shows what is said on each way and who is left out, and writes a message for each order that still has the status', async () => {
  const { shopId, device, dialog, closed } = await openTelling()
  await expect.element(dialog.getByRole('region', { name: 'Text message' })).toMatchTextContent(/^Text message, 2 messages/)
  await expect.element(dialog.getByRole('region', { name: 'Text message' })).toMatchTextContent(/is ready, \{balance\} to pay\. \(link to the order\)$/)
  await expect.element(dialog.getByRole('region', { name: 'E-mail' })).toMatchTextContent(/^E-mail, 1 message\{device\}/)
  await expect.element(dialog.getByText(/^2 orders are left out: their customers want no messages/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 3 messages' }).click()
  await expect.poll(() => closed).toEqual(['closed'])
  await expect.poll(() => device.rows.list('messages', shopId)).toHaveLength(3)
  const written = await device.rows.list('messages', shopId)
  expect(written.map(({ channel, to, subject, text, state }) => [channel, to, subject, text, state].join(' | ')).toSorted()).toEqual([
    'email | ada@example.com | Phone of Ada | Ready, Ada | waiting',
    expect.stringMatching(/^sms \| \+15550102000 \|  \| Ada: Phone of Ada is ready, \$80(\.00)? to pay\. \{link\} \| waiting$/),
    expect.stringMatching(/^sms \| \+15550102001 \|  \| Bob: Phone of Bob is ready, \$80(\.00)? to pay\. \{link\} \| waiting$/),
  ])
})

test('offers nothing to send where nobody can be told', async () => {
  const { shopId, device, dialog, closed } = await openTelling(['Cy'])
  await expect.element(dialog.getByText(/^1 order is left out: its customer wants no messages/)).toBeVisible()
  expect(dialog.getByRole('button', { name: /^Send/ }).elements()).toEqual([])
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  expect(closed).toEqual(['closed'])
  expect(await device.rows.list('messages', shopId)).toEqual([])
})
