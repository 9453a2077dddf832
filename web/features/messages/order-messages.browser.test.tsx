import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '#schema/collections/work/messages.ts'
import { rowKey } from '#web/device/rows/rows.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { press } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { MessageCounts, MessagesDialog } from './message-counts.tsx'
import { closeDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { OrderMessages } from './order-messages.tsx'

beforeEach(() => page.viewport(360, 740))

type Given = Pick<Message, 'text' | 'state'> & Partial<Message>

/** An order's messages, as its panel or as the counts above the list. */
async function openMessages(shown: 'panel' | 'counts', given: readonly Given[] = []) {
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ada' }), itemDetails: 'iPhone 12' })
  for (const { error = null, ...values } of given) {
    const message = createOp('messages', { orderId, to: '+15550102000', ...values })
    await shop.api.write(shop.id, [message])
    const held = shop.server.rows.get(rowKey('messages', message.id))
    if (held?.row !== undefined) held.row = { ...held.row, error }
  }
  const { screen, device, goOffline } = await renderOnDevice(
    shown === 'panel' ? <OrderMessages shopId={shop.id} orderId={orderId} /> : <Counts shopId={shop.id} />,
    {
      shop,
      collections: ['customers', 'orders', 'messages'],
    },
  )
  const states = async () =>
    (await device.rows.list('messages', shop.id)).map(({ text, state, anyHour }) => `${text}: ${state}${anyHour ? ', at any hour' : ''}`).toSorted()
  return { screen, states, goOffline }
}

/** The counts, and the dialog that they open. */
function Counts({ shopId }: { shopId: string }) {
  const { dialog } = useDialogs()
  return (
    <>
      <MessageCounts shopId={shopId} />
      {dialog?.kind === 'messages-in' && <MessagesDialog shopId={shopId} state={dialog.state} onClose={closeDialog} />}
    </>
  )
}

const failed: Given = { text: 'Ready: {link}', state: 'failed', error: 'The carrier does not take it.' }

describe('what was said to the customer of an order (MSG-01)', () => {
  test('is nothing yet, where nobody wrote', async () => {
    const { screen } = await openMessages('panel')
    await expect.element(screen.getByText('Nothing was written to the customer yet')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Write to Customer' })).toBeVisible()
  })

  test('goes at once, or not at all, while it waits', async () => {
    const { screen, states } = await openMessages('panel', [{ text: 'Ready', state: 'waiting' }])
    await expect.element(screen.getByText('Waiting', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^By text message to \+15550102000, written /)).toBeVisible()
    await screen.getByRole('button', { name: 'Send Now' }).click()
    await expect.poll(states).toEqual(['Ready: waiting, at any hour'])
    await expect.element(screen.getByRole('button', { name: 'Send Now' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel Message' }).click()
    await expect.element(screen.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect.poll(states).toEqual(['Ready: cancelled, at any hour'])
    await expect.element(screen.getByRole('button', { name: 'Cancel Message' })).not.toBeInTheDocument()
  })

  test('says why it was not sent, without a link that nobody has, and is sent again', async () => {
    const { screen, states } = await openMessages('panel', [failed])
    await expect.element(screen.getByText('Not sent', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('The carrier does not take it.')).toBeVisible()
    await expect.element(screen.getByText('Ready: (link to the order)')).toBeVisible()
    await screen.getByRole('button', { name: 'Send Again' }).click()
    await expect.poll(states).toEqual(['Ready: {link}: waiting'])
    await expect.element(screen.getByText('The carrier does not take it.')).not.toBeInTheDocument()
  })
})

test('what no carrier took is not called sent', async () => {
  const { screen } = await openMessages('panel', [{ text: 'Ready', state: 'sent', error: 'No sender is set up: written to sms.log.' }])
  await expect.element(screen.getByText('Not sent', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('No sender is set up: written to sms.log.')).toBeVisible()
})

describe('counts of messages over the orders (MSG-02)', () => {
  test('leave out what went well, waits or is read', async () => {
    const { screen } = await openMessages('counts', [
      { text: 'Gone', state: 'sent' },
      { text: 'Soon', state: 'waiting' },
      { text: 'Thanks', state: 'read', channel: 'portal' },
      failed,
    ])
    await expect.element(screen.getByRole('button', { name: '1 not sent' })).toBeVisible()
    expect(screen.getByRole('button').elements()).toHaveLength(1)
  })

  test('lead to those that were not sent, each sent again or dismissed by keys alone', async () => {
    const { screen, states } = await openMessages('counts', [failed, { text: 'Second', state: 'failed', error: 'No answer.' }])
    const count = screen.getByRole('button', { name: '2 not sent' })
    await expect.element(count).toBeVisible()
    expect(count.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'Messages that were not sent' })
    await expect.element(dialog.getByText('Ada').first()).toBeVisible()
    await expect.element(dialog.getByText(/^[A-Z]+-1$/).first()).toBeVisible()
    await expect.element(dialog.getByText('No answer.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send Again' }).first().click()
    await expect.element(dialog.getByText('The carrier does not take it.')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(dialog.getByText('None are left.')).toBeVisible()
    await expect.poll(states).toEqual(['Ready: {link}: waiting', 'Second: cancelled'])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  })

  test('lead to what customers wrote, one item for each order, answered there and offline too', async () => {
    const { screen, states, goOffline } = await openMessages('counts', [
      { text: 'Is it ready?', state: 'received', channel: 'portal' },
      { text: 'Can I come at five?', state: 'received', channel: 'portal' },
    ])
    await screen.getByRole('button', { name: '2 messages', exact: true }).click()
    goOffline()
    const dialog = screen.getByRole('dialog', { name: 'Messages from customers' })
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Ada')
    const answer = dialog.getByRole('textbox', { name: 'Your answer' })
    await expect.element(answer).toHaveAttribute('placeholder', 'Answer by text message')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Text is required')
    await answer.fill('Yes, until six')
    expect(dialog.getByRole('button', { name: 'Send' }).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await press('Control+Enter', answer)
    await expect.element(dialog.getByText('All of them are read.')).toBeVisible()
    await expect.poll(states).toEqual(['Can I come at five?: read', 'Is it ready?: read', 'Yes, until six: waiting'])
  })

  test('keep an answer that was typed and not sent', async () => {
    const { screen } = await openMessages('counts', [{ text: 'Is it ready?', state: 'received', channel: 'portal' }])
    const open = () => screen.getByRole('button', { name: '1 message', exact: true }).click()
    const answer = screen.getByRole('textbox', { name: 'Your answer' })
    await open()
    await answer.fill('Almost')
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(answer).not.toBeInTheDocument()
    await open()
    await expect.element(answer).toHaveValue('Almost')
  })

  test('lead to what customers wrote, which is marked as read', async () => {
    const { screen, states } = await openMessages('counts', [{ text: 'Can I come at five?', state: 'received', channel: 'portal' }])
    await screen.getByRole('button', { name: '1 message', exact: true }).click()
    const dialog = screen.getByRole('dialog', { name: 'Messages from customers' })
    await dialog.getByRole('button', { name: 'Mark as Read' }).click()
    await expect.element(dialog.getByText('All of them are read.')).toBeVisible()
    await expect.poll(states).toEqual(['Can I come at five?: read'])
  })
})
