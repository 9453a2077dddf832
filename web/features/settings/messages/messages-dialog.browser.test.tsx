import '../../../styles/app.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import type { MessageRuleAnswer } from '#schema/api/sync.ts'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { closeTestDevices, openTestDevice, statusId } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { testServerMark } from '#web/device/testing/test-server-mark.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'

const shopId = v7()
const { Fixed: fixed, 'Picked up': pickedUp } = statusId
const kept: MessageRuleAnswer = { id: v7(), orderStatusId: pickedUp, channel: 'email', mode: 'send', subject: 'Thank you', text: 'Thank you, {name}' }

/** What the server was sent. */
let calls: { call: string; body: unknown }[]
const realFetch = window.fetch

beforeEach(async () => {
  await page.viewport(360, 740)
  localStorage.clear()
  calls = []
  window.fetch = async (address, init) => {
    const path = address instanceof Request ? address.url : address.toString()
    if (!path.startsWith('/api/')) return realFetch(address, init)
    if (init?.method !== undefined && init.method !== 'GET')
      calls.push({ call: `${init.method} ${path}`, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    return Response.json([], { headers: testServerMark })
  }
})
afterEach(async () => {
  window.fetch = realFetch
  await closeTestDevices()
})

async function openDialog() {
  // The helper of requests keeps the fetch that it finds.
  const [{ MessagesDialog }, { OnlineWork }] = await Promise.all([import('./messages-dialog.tsx'), import('../online/online-work.tsx')])
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = server.apiOf(userId)
  const device = await openTestDevice({ userId, api })
  const [shop = expect.fail()] = (await api.bootstrap(new AbortController().signal)).shops
  let closes = 0
  const screen = await render(
    <DeviceProvider device={device}>
      <OnlineWork>
        <MessagesDialog shop={{ ...shop, messageRules: [kept] }} onClose={() => (closes += 1)} />
      </OnlineWork>
    </DeviceProvider>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Messages to Customers' })
  const rulesOf = (status: string, way: string) => dialog.getByRole('group', { name: `${status}: ${way}` })
  const open = (status: string) => dialog.getByText(status, { exact: true }).click()
  return { dialog, rulesOf, open, closes: () => closes }
}

const toastTitle = (): unknown => toastStore.read()?.title

test('what customers hear is told in a line for each status, and a text to begin with comes with the first choice (MSG-01)', async () => {
  const { dialog, rulesOf, open, closes } = await openDialog()
  await expect.element(dialog.getByText('E-mail: send by itself')).toBeVisible()
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

test('a place that nothing stands for, and an e-mail without a subject, are told where they stand, and nothing is saved', async () => {
  const { dialog, rulesOf, open, closes } = await openDialog()
  await open('Fixed')
  const email = rulesOf('Fixed', 'e-mail')
  await email.getByRole('combobox', { name: 'E-mail' }).selectOptions('Send by itself')
  await expect.element(email.getByRole('textbox', { name: 'Subject' })).toHaveValue('Your {device} ({ticket})')
  await userEvent.clear(email.getByRole('textbox', { name: 'Subject' }))
  await email.getByRole('textbox', { name: 'Text' }).fill('{name}, {devise} is ready')
  // Closed by hand, it opens again where something is wrong in it.
  await open('Fixed')
  await dialog.getByRole('button', { name: 'Save Messages' }).click()
  await expect.element(email.getByText('There is no {devise}. Use {name}, {ticket}, {device}, {shop}, {balance}, {link}.')).toBeVisible()
  await expect.element(email.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('aria-invalid', 'true')
  expect([calls, closes()]).toEqual([[], 0])
})

test('a text can be tried out as it stands, before it is saved', async () => {
  const { rulesOf, open } = await openDialog()
  await open('Picked up')
  const email = rulesOf('Picked up', 'e-mail')
  await expect.element(email.getByRole('button', { name: 'Send Test' })).toBeDisabled()
  await email.getByRole('textbox', { name: 'Text' }).fill('Bye, {name}')
  await email.getByRole('textbox', { name: 'Try it out: send it to' }).fill(' me@example.com ')
  await email.getByRole('button', { name: 'Send Test' }).click()
  await expect.poll(toastTitle).toBe('Test message sent')
  expect(calls).toEqual([
    { call: `POST /api/${shopId}/message-rules/try`, body: { channel: 'email', to: 'me@example.com', subject: 'Thank you', text: 'Bye, {name}' } },
  ])
})

const order: readonly string[] = Object.values(statusId)
const byStatus = (one: { orderStatusId: string }, other: { orderStatusId: string }): number =>
  order.indexOf(one.orderStatusId) - order.indexOf(other.orderStatusId)
