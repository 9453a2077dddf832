import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { webhookEvents } from '#schema/rules/webhooks/webhook-events.ts'
import { findFreePort } from '#scripts/dev/find-free-port.ts'
import { pinnedNode } from '#scripts/process-tests/server-process.ts'
import { testPassword } from '#server/testing/test-server.ts'
import { openTestShop, rowOf, type TestShop } from '#server/testing/test-shop.ts'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const programs = new Map([...page.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [name, text]))

describe('the programs of docs/webhooks.md', () => {
  let shop: TestShop
  let folder: string
  const running: ChildProcess[] = []

  beforeEach(async () => {
    // The example programs check the current time.
    shop = await openTestShop({ WEBHOOK_ALLOW_PRIVATE: 'true' }, () => new Date())
    folder = mkdtempSync(path.join(tmpdir(), 'mainspring-page-'))
  })
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill()
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function run(name: string, env: Record<string, string>): { lines: () => string[] } {
    const file = path.join(folder, name.replace('.js', '.mjs'))
    writeFileSync(file, programs.get(name) ?? '')
    const child = spawn(pinnedNode, [file], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return { lines: () => text.split('\n').filter(Boolean) }
  }
  const until = (assert: () => void) => vi.waitFor(assert, { timeout: 30_000, interval: 50 })

  test('a receiver of about twenty lines takes what is ours, once, and refuses what is not', async () => {
    expect(
      programs
        .get('receiver.js')
        ?.split('\n')
        .filter((line) => line.trim() !== '').length,
    ).toBeLessThanOrEqual(21)
    const port = await findFreePort()
    const url = `http://localhost:${port}/`
    const { secret, id } = rowOf(await shop.max.post(`${shop.api}/webhooks`, { url, events: ['customer.created', 'order.created'] })) as unknown as {
      secret: string
      id: string
    }
    const { lines } = run('receiver.js', { SECRET: secret, PORT: String(port) })
    const order = await shop.createOrder()
    await until(() => expect(lines()).toEqual([`customer.created ${String(order['customerId'])}`, `order.created ${order.id}`]))
    const forged = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'X-Mainspring-Timestamp': String(Math.floor(Date.now() / 1_000)), 'X-Mainspring-Signature': 'sha256=00' },
    })
    expect(forged.status).toBe(401)
    const { deliveries } = rowOf(await shop.max.get(`${shop.api}/webhooks/${id}/deliveries`)) as unknown as { deliveries: { id: string }[] }
    rowOf(await shop.max.post(`${shop.api}/webhooks/${id}/deliveries/${deliveries[0]?.id}/repeat`))
    rowOf(await shop.max.post(`${shop.api}/webhooks/${id}/test`))
    await until(() => expect(lines().slice(2)).toEqual(['test undefined']))
  })

  test('a poller sees each change, and what is gone', async () => {
    const { token } = rowOf(
      await shop.max.post('/api/profile/tokens', { name: 'Poller', privileges: [], readOnly: true, currentPassword: testPassword }),
    ) as unknown as { token: string }
    const { lines } = run('poller.js', { URL_OF_SHOP: shop.server.url + shop.api, TOKEN: token })
    const { id } = rowOf(await shop.ann.post(`${shop.api}/suppliers`, { supplierName: 'Glass' }))
    await until(() => expect(lines()).toContain(`suppliers ${id} is`))
    rowOf(await shop.ann.delete(`${shop.api}/suppliers/${id}`))
    await until(() => expect(lines().at(-1)).toBe(`suppliers ${id} gone`))
  })
})

test('docs/webhooks.md names every event', () => {
  const named = [...page.matchAll(/`([a-z]+\.[a-z]+)`/g)].map(([, name]) => name)
  expect(webhookEvents.filter((event) => !named.includes(event))).toEqual([])
})
