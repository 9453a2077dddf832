import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { v7 } from 'uuid'
import type { Webhook, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { fewCollections } from '#web/device/testing/test-device.ts'
import type { Rest, RestCall } from '#web/testing/answer-rest.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { OnlineWork } from '../online/online-work.tsx'
import { WebhooksDialog } from './webhooks-dialog.tsx'

const url = 'https://example.com/mainspring'
const at = '2026-03-01T10:00:00.000Z'

const webhookOf = (more: Partial<Webhook> = {}): Webhook => ({
  id: v7(),
  url,
  events: ['order.created'],
  createdAt: at,
  state: 'idle',
  waiting: 0,
  failingSince: null,
  pausedAt: null,
  nextTryAt: null,
  lastSentAt: null,
  answer: null,
  ...more,
})
const deliveryOf = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: v7(),
  seq: 1,
  event: 'order.created',
  collection: 'orders',
  rowId: v7(),
  at,
  state: 'delivered',
  tries: 1,
  answer: '200',
  endedAt: at,
  ...more,
})

let webhooks: Webhook[]
let deliveries: WebhookDelivery[]
let calls: string[]

beforeEach(() => {
  ;[webhooks, deliveries, calls] = [[], [], []]
})

const answers: Rest = {
  'GET /api/*/webhooks': () => webhooks,
  'POST /api/*/webhooks': ({ body }) => {
    const created = webhookOf(body as Partial<Webhook>)
    webhooks = [...webhooks, created]
    return { ...created, secret: 'whs_shown-once' }
  },
  'PUT /api/*/webhooks/*': ({ parts: [, id], body }) => {
    const { paused } = body as { paused: boolean }
    webhooks = webhooks.map((webhook) => (webhook.id === id ? { ...webhook, state: paused ? 'paused' : 'idle', pausedAt: paused ? at : null } : webhook))
    return webhooks.find((webhook) => webhook.id === id)
  },
  'DELETE /api/*/webhooks/*': ({ parts: [, id] }) => {
    webhooks = webhooks.filter((webhook) => webhook.id !== id)
  },
  'POST /api/*/webhooks/*/test': () => ({ isTaken: false, answer: 'Nobody listens at the address.' }),
  'GET /api/*/webhooks/*/deliveries': () => ({ deliveries, next: null }),
  'POST /api/*/webhooks/*/deliveries/*/repeat': () => ({ ...deliveries[0], state: 'delivered', tries: 2, answer: '200' }),
}
const rest: Rest = {}
for (const [address, answer] of Object.entries(answers)) {
  rest[address] = (call: RestCall) => {
    calls.push(`${call.method} ${call.path}`)
    return answer(call)
  }
}

async function openDialog() {
  const shop = makeShop()
  let closes = 0
  const { screen } = await renderOnDevice(
    <OnlineWork>
      <WebhooksDialog shop={{ id: shop.id, name: 'North' }} onClose={() => (closes += 1)} />
    </OnlineWork>,
    { shop, collections: fewCollections, rest },
  )
  return { screen, closes: () => closes }
}

const toastTitle = (): unknown => toastStore.read()?.title

test('a webhook is added with the keyboard alone, and its secret is shown once', async () => {
  const { screen } = await openDialog()
  await expect.element(screen.getByText('No webhooks yet.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add webhook' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('textbox', { name: 'Address' })).toHaveFocus()
  await userEvent.keyboard('example.com{Enter}')
  await expect.element(screen.getByText('The address must begin with https:// (http:// only for localhost).')).toBeVisible()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Address' }))
  await userEvent.keyboard(url)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Payment taken' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await expect.element(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue('whs_shown-once')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await expect.element(screen.getByRole('list', { name: 'Webhooks' }).getByRole('button', { name: `Deliveries of ${url}` })).toBeVisible()
  expect(webhooks.map(({ events }) => events)).toEqual([['order.created', 'order.status', 'customer.created', 'estimate.decided']])
  expect(document.body.textContent).not.toContain('whs_shown-once')
})

test('one that fails says since when and why, and a test says what came back', async () => {
  webhooks = [webhookOf({ state: 'failing', waiting: 2, failingSince: at, nextTryAt: at, answer: '503' })]
  const { screen } = await openDialog()
  await expect.element(screen.getByText('Failing')).toBeVisible()
  await expect.element(screen.getByText(/2 events wait\. The receiver answered 503\./)).toBeVisible()
  await screen.getByRole('button', { name: /Send a test/ }).click()
  await expect.poll(toastTitle).toBe('The test did not arrive')
})

test('a delivery is sent again, and the list of them is left the way it was opened', async () => {
  webhooks = [webhookOf()]
  deliveries = [deliveryOf({ state: 'failed', tries: 40, answer: '500' })]
  const { screen } = await openDialog()
  await screen.getByRole('button', { name: /Deliveries/ }).click()
  await expect.element(screen.getByText('Given up')).toBeVisible()
  await screen.getByRole('button', { name: /Repeat/ }).click()
  await expect.poll(toastTitle).toBe('It arrived')
  expect(calls.at(-2)).toContain(`/deliveries/${deliveries[0]?.id}/repeat`)
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('button', { name: 'Add webhook' })).toBeVisible()
})

test('one is paused and resumed with the keyboard, and says so', async () => {
  webhooks = [webhookOf({ state: 'failing', waiting: 2, failingSince: at, nextTryAt: at, answer: '503' })]
  const { screen } = await openDialog()
  await expect.element(screen.getByRole('button', { name: `Pause ${url}` })).toBeVisible()
  screen
    .getByRole('button', { name: `Pause ${url}` })
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Paused', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/^Paused since .*: 2 events wait\./)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: `Resume ${url}` })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: `Pause ${url}` })).toBeVisible()
  expect(document.body.textContent).not.toContain('Paused')
  expect(webhooks.map(({ pausedAt }) => pausedAt)).toEqual([null])
})

test('one is deleted when that was confirmed, and on a phone everything has room', async () => {
  await page.viewport(390, 800)
  webhooks = [webhookOf()]
  const { screen } = await openDialog()
  await screen.getByRole('button', { name: /^Delete/ }).click()
  await screen.getByRole('button', { name: 'Yes' }).click()
  await expect.element(screen.getByText('No webhooks yet.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
