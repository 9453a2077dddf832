import '../../styles/app.css'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import { createStore } from 'zustand/vanilla'
import type { Message } from '#schema/collections/work/messages.ts'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { rowKey } from '#web/device/rows/rows.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { SessionContext } from '#web/session/session.ts'
import type { Session, SessionState } from '#web/session/session-types.ts'
import { MessageCounts } from './message-counts.tsx'
import { OrderMessages } from './order-messages.tsx'

const shopId = v7()

beforeEach(() => page.viewport(360, 740))
afterEach(closeTestDevices)

type Given = Pick<Message, 'text' | 'state'> & Partial<Message>

/** Messages of one order, as they stand in the order and are counted over the orders. */
async function openMessages(given: readonly Given[] = []) {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId])
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id)
  for (const { action, collection, id, values } of [customer, order]) server.write(other, shopId, [{ action, collection, id, values }])
  for (const { error = null, ...values } of given) {
    const id = v7()
    server.write(other, shopId, [{ action: 'create', collection: 'messages', id, values: { orderId: order.id, to: '+15550102000', ...values } }])
    const held = server.rows.get(rowKey('messages', id))
    if (held?.row !== undefined) held.row = { ...held.row, error }
  }
  const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: ['customers', 'orders', 'messages'] })
  await untilSynced(device)
  await until(async () => (await device.rows.list('messages', shopId)).length === given.length)
  const session = { store: createStore(() => ({ user: { id: userId } }) as SessionState) } as Session
  const show = (shown: 'panel' | 'counts') =>
    render(
      <SessionContext value={session}>
        <DeviceProvider device={device}>
          {shown === 'panel' ? <OrderMessages shopId={shopId} orderId={order.id} /> : <MessageCounts shopId={shopId} />}
        </DeviceProvider>
      </SessionContext>,
    )
  const states = async () =>
    (await device.rows.list('messages', shopId)).map(({ text, state, anyHour }) => `${text}: ${state}${anyHour ? ', at any hour' : ''}`).toSorted()
  return { show, states }
}

const failed: Given = { text: 'Ready: {link}', state: 'failed', error: 'The carrier does not take it.' }

describe('what was said to the customer of an order (MSG-01)', () => {
  test('is nothing yet, where nobody wrote', async () => {
    const { show } = await openMessages()
    const screen = await show('panel')
    await expect.element(screen.getByText('Nothing was written to the customer yet')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Write to Customer' })).toBeVisible()
  })

  test('goes at once, or not at all, while it waits', async () => {
    const { show, states } = await openMessages([{ text: 'Ready', state: 'waiting' }])
    const screen = await show('panel')
    await expect.element(screen.getByText('Waiting', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^By text message to \+15550102000, written /)).toBeVisible()
    await screen.getByRole('button', { name: 'Send Now' }).click()
    await expect.poll(states).toEqual(['Ready: waiting, at any hour'])
    await expect.element(screen.getByRole('button', { name: 'Send Now' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel Message' }).click()
    await expect.element(screen.getByText('Cancelled', { exact: true })).toBeVisible()
    expect(await states()).toEqual(['Ready: cancelled, at any hour'])
    await expect.element(screen.getByRole('button', { name: 'Cancel Message' })).not.toBeInTheDocument()
  })

  test('says why it was not sent, without a link that nobody has, and is sent again', async () => {
    const { show, states } = await openMessages([failed])
    const screen = await show('panel')
    await expect.element(screen.getByText('Not sent', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('The carrier does not take it.')).toBeVisible()
    await expect.element(screen.getByText('Ready: (link to the order)')).toBeVisible()
    await screen.getByRole('button', { name: 'Send Again' }).click()
    await expect.poll(states).toEqual(['Ready: {link}: waiting'])
    await expect.element(screen.getByText('The carrier does not take it.')).not.toBeInTheDocument()
  })
})

describe('counts of messages over the orders (MSG-02)', () => {
  test('leave out what went well, waits or is read', async () => {
    const { show } = await openMessages([
      { text: 'Gone', state: 'sent' },
      { text: 'Soon', state: 'waiting' },
      { text: 'Thanks', state: 'read', channel: 'portal' },
      failed,
    ])
    const screen = await show('counts')
    await expect.element(screen.getByRole('button', { name: '1 not sent' })).toBeVisible()
    expect(screen.getByRole('button').elements()).toHaveLength(1)
  })

  test('lead to those that were not sent, each sent again or dismissed by keys alone', async () => {
    const { show, states } = await openMessages([failed, { text: 'Second', state: 'failed', error: 'No answer.' }])
    const screen = await show('counts')
    const count = screen.getByRole('button', { name: '2 not sent' })
    await expect.element(count).toBeVisible()
    expect(count.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'Messages that were not sent' })
    await expect.element(dialog.getByText('Ada').first()).toBeVisible()
    await expect.element(dialog.getByText('No answer.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send Again' }).first().click()
    await expect.element(dialog.getByText('The carrier does not take it.')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(dialog.getByText('None are left.')).toBeVisible()
    expect(await states()).toEqual(['Ready: {link}: waiting', 'Second: cancelled'])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  })

  test('lead to what customers wrote, which is marked as read', async () => {
    const { show, states } = await openMessages([{ text: 'Can I come at five?', state: 'received', channel: 'portal' }])
    const screen = await show('counts')
    await screen.getByRole('button', { name: '1 message', exact: true }).click()
    const dialog = screen.getByRole('dialog', { name: 'Messages from customers' })
    await dialog.getByRole('button', { name: 'Mark as Read' }).click()
    await expect.element(dialog.getByText('All of them are read.')).toBeVisible()
    expect(await states()).toEqual(['Can I come at five?: read'])
  })
})
