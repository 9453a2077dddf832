import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { v7 } from 'uuid'
import type { SentTry } from '#schema/api/shop/shop-messages.ts'
import type { MessageRuleAnswer } from '#schema/api/sync.ts'
import { orderStatusIdByName as statusId } from '#schema/values/order-status.ts'
import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { fewCollections } from '#web/device/testing/test-device.ts'
import type { RestCall } from '#web/testing/answer-rest.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { addCustomer } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { OnlineWork } from '../online/online-work.tsx'
import { MessagesDialog } from './messages-dialog.tsx'

const { Fixed: fixed, 'Picked up': pickedUp } = statusId
const kept: MessageRuleAnswer = { id: v7(), orderStatusId: pickedUp, channel: 'email', mode: 'send', subject: 'Thank you', text: 'Thank you, {name}' }

beforeEach(() => page.viewport(360, 740))

/** `instead`: what the server says of a test message that it could not send. */
async function openDialog(
  customerNames: readonly string[] = [],
  hasPublicUrl = true,
  sendingChannels: readonly MessageChannel[] = messageChannels,
  instead: string | null = null,
) {
  const shop = makeShop()
  Object.assign(shop.server, { hasPublicUrl, sendingChannels })
  for (const name of customerNames) await addCustomer(shop, { name })
  const calls: { call: string; body: unknown }[] = []
  const take = ({ method, path, body }: RestCall): unknown[] => {
    calls.push({ call: `${method} ${path}`, body })
    return []
  }
  const tryOut = (call: RestCall): SentTry => {
    take(call)
    return { sent: instead === null, instead, text: '' }
  }
  let closes = 0
  const shown = { ...(shop.server.shops.get(shop.id) ?? expect.fail()), messageRules: [kept] }
  const { screen } = await renderOnDevice(
    <OnlineWork>
      <MessagesDialog shop={shown} onClose={() => (closes += 1)} />
    </OnlineWork>,
    { shop, collections: fewCollections, rest: { 'PUT /api/*/message-rules': take, 'POST /api/*/message-rules/try': tryOut } },
  )
  const dialog = screen.getByRole('dialog', { name: 'Messages to Customers' })
  const rulesOf = (status: string, way: string) => dialog.getByRole('group', { name: `${status}: ${way}` })
  const open = (status: string) => dialog.getByText(status, { exact: true }).click()
  return { shopId: shop.id, calls, dialog, rulesOf, open, closes: () => closes }
}

const toastTitle = (): unknown => toastStore.read()?.title

test('what customers hear is told in a line for each status, and a text to begin with comes with the first choice (MSG-01)', async () => {
  const { shopId, calls, dialog, rulesOf, open, closes } = await openDialog()
  await expect.element(dialog.getByText('E-mail: sent automatically')).toBeVisible()
  await open('Fixed')
  const sms = rulesOf('Fixed', 'text message')
  await expect.element(sms.getByRole('textbox', { name: 'Text' })).not.toBeInTheDocument()
  await sms.getByRole('combobox', { name: 'Text message' }).selectOptions('Ask me each time')
  await expect
    .element(sms.getByRole('textbox', { name: 'Text' }))
    .toHaveValue('Hello {name}, your {device} ({ticket}) is ready. To pay: {balance}. {link} {shop}')
  await expect.element(dialog.getByText('Text message: ask me each time')).toBeVisible()
  await sms.getByRole('textbox', { name: 'Text' }).fill('{name}, {device} is ready')
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.poll(closes).toBe(1)
  const { id: _id, ...unchanged } = kept
  expect(calls).toEqual([
    {
      call: `PUT /api/${shopId}/message-rules`,
      body: [unchanged, { orderStatusId: fixed, channel: 'sms', mode: 'ask', subject: null, text: '{name}, {device} is ready' }].toSorted(byStatus),
    },
  ])
  expect(toastTitle()).toBe('Messages saved')
})

test('LANG-01: a message is written in other languages too, and its mistakes are told there', async () => {
  const { calls, dialog, rulesOf, open, closes } = await openDialog()
  await open('Picked up')
  const email = rulesOf('Picked up', 'e-mail')
  const language = email.getByRole('combobox', { name: 'This message in another language' })
  await language.selectOptions('Deutsch')
  const [text, other] = [email.getByRole('textbox', { name: 'Text' }).first(), email.getByRole('textbox', { name: 'Text' }).last()]
  await other.fill('Danke, {nam}')
  await email.getByRole('textbox', { name: 'Subject' }).last().fill('Danke')
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.element(email.getByText(/^There is no \{nam\}/)).toBeVisible()
  await other.fill('Danke, {name}')
  await language.selectOptions('français')
  await expect.element(other).toHaveValue('')
  await expect.element(text).toHaveValue('Thank you, {name}')
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.poll(closes).toBe(1)
  const { id: _id, ...rule } = kept
  expect(calls.at(-1)?.body).toEqual([{ ...rule, otherTexts: { de: { subject: 'Danke', text: 'Danke, {name}' } } }])
})

test('a link that no customer could open is told where it is typed', async () => {
  const { rulesOf, open } = await openDialog([], false)
  await open('Fixed')
  const sms = rulesOf('Fixed', 'text message')
  await sms.getByRole('combobox', { name: 'Text message' }).selectOptions('Ask me each time')
  await expect.element(sms.getByRole('status')).toMatchTextContent('Messages are sent without {link}, because customers could not open it.')
  await sms.getByRole('textbox', { name: 'Text' }).fill('{name}, {device} is ready')
  await expect.element(sms.getByRole('status')).not.toBeInTheDocument()
})

test('a place that nothing stands for, and an e-mail without a subject, are told where they stand, and nothing is saved', async () => {
  const { calls, dialog, rulesOf, open, closes } = await openDialog()
  await open('Fixed')
  const email = rulesOf('Fixed', 'e-mail')
  await email.getByRole('combobox', { name: 'E-mail' }).selectOptions('Send automatically')
  await expect.element(email.getByRole('textbox', { name: 'Subject' })).toHaveValue('Your {device} ({ticket})')
  await userEvent.clear(email.getByRole('textbox', { name: 'Subject' }))
  await email.getByRole('textbox', { name: 'Text' }).fill('{name}, {devise} is ready')
  // A section closed by the user reopens if it has an error.
  await open('Fixed')
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.element(email.getByText('There is no {devise}. Use {name}, {ticket}, {device}, {shop}, {balance}, {link}.')).toBeVisible()
  await expect.element(email.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('aria-invalid', 'true')
  expect([calls, closes()]).toEqual([[], 0])
})

test('a text message is counted as the carrier charges it, with the longest name of a customer', async () => {
  const { rulesOf, open } = await openDialog(['Al', 'Maximiliane Hohenstein-Falkenberg'])
  await open('Fixed')
  const sms = rulesOf('Fixed', 'text message')
  await sms.getByRole('combobox', { name: 'Text message' }).selectOptions('Ask me each time')
  const text = sms.getByRole('textbox', { name: 'Text' })
  await text.fill(`{name}${'a'.repeat(127)}`)
  await expect.element(sms.getByText('1 text (160 of 160 letters) with the name Maximiliane Hohenstein-Falkenberg')).toBeVisible()
  await text.fill(`{name}${'a'.repeat(128)}`)
  await expect.element(sms.getByText(/^2 texts \(161 of 306 letters\)/)).toBeVisible()
})

test('a text can be tried out as it stands, before it is saved', async () => {
  const { shopId, calls, rulesOf, open } = await openDialog()
  await open('Picked up')
  const email = rulesOf('Picked up', 'e-mail')
  await expect.element(email.getByRole('button', { name: 'Send Test' })).toBeDisabled()
  await email.getByRole('textbox', { name: 'Text' }).fill('Bye, {name}')
  await email.getByRole('textbox', { name: 'Try it out: send it to' }).fill(' me@example.com ')
  await email.getByRole('button', { name: 'Send Test' }).click()
  await expect.poll(() => toastStore.read()).toMatchObject({ title: 'Test message sent', tone: 'success' })
  expect(calls).toEqual([
    { call: `POST /api/${shopId}/message-rules/try`, body: { channel: 'email', to: 'me@example.com', subject: 'Thank you', text: 'Bye, {name}' } },
  ])
})

test('a test message that reached nobody does not look like one that was sent', async () => {
  const written = 'No sender is set up: written to mail.log.'
  const { rulesOf, open } = await openDialog([], true, messageChannels, written)
  await open('Picked up')
  const email = rulesOf('Picked up', 'e-mail')
  await email.getByRole('textbox', { name: 'Try it out: send it to' }).fill('me@example.com')
  await email.getByRole('button', { name: 'Send Test' }).click()
  await expect.poll(() => toastStore.read()).toMatchObject({ title: written, tone: 'default' })
})

const order: readonly string[] = Object.values(statusId)
const byStatus = (one: { orderStatusId: string }, other: { orderStatusId: string }): number =>
  order.indexOf(one.orderStatusId) - order.indexOf(other.orderStatusId)

test('a message says before it is tried that no sender is set up for it (TEAM-06)', async () => {
  const { rulesOf, open } = await openDialog([], true, ['email'])
  await open('Fixed')
  const [sms, email] = [rulesOf('Fixed', 'text message'), rulesOf('Fixed', 'e-mail')]
  await sms.getByRole('combobox', { name: 'Text message' }).selectOptions('Send automatically')
  await email.getByRole('combobox', { name: 'E-mail' }).selectOptions('Send automatically')
  await expect.element(sms.getByText(/^No sender is set up. Text messages are written to sms.log/)).toBeVisible()
  await expect.element(email.getByRole('textbox', { name: 'Subject' })).toBeVisible()
  await expect.element(email.getByText(/^No sender is set up/)).not.toBeInTheDocument()
})

test('REMIND-01: a reminder begins with a text and its days, says when it goes, and asks for days that a shop can mean', async () => {
  const { calls, dialog, rulesOf, open, closes } = await openDialog()
  await open('Not picked up')
  const sms = rulesOf('Not picked up', 'text message')
  const mode = sms.getByRole('combobox', { name: 'Text message' })
  await expect.element(mode.getByRole('option')).toHaveLength(2)
  await mode.selectOptions('Send automatically')
  await expect
    .element(sms.getByRole('textbox', { name: 'Text' }))
    .toHaveValue('Hello {name}, your {device} ({ticket}) is ready and waits for you. To pay: {balance}. {shop}')
  const days = sms.getByRole('textbox', { name: 'Days after it was set to Fixed' })
  await expect.element(days).toHaveValue('7')
  await days.fill('0')
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.element(sms.getByText('A number of days, 1 to 365')).toBeVisible()
  expect(calls).toEqual([])
  await days.fill('10')
  await expect.element(dialog.getByText('Text message: after 10 days')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.poll(closes).toBe(1)
  expect(calls[0]?.body).toContainEqual({
    reminder: 'not-picked-up',
    afterDays: 10,
    mode: 'send',
    channel: 'sms',
    subject: null,
    text: 'Hello {name}, your {device} ({ticket}) is ready and waits for you. To pay: {balance}. {shop}',
  })
})
