import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { applyMutations } from '#server/store/write.ts'
import { createOp } from '../api-client.ts'
import { pinnedNode } from '../server-process.ts'
import { seedTwoShops, TestClient, testPassword } from '#server/testing/test-server.ts'
import { openReceiver, type TestReceiver } from '#server/testing/webhooks/test-receiver.ts'
import { v7 } from 'uuid'
import type { Step } from '#server/webhooks/tell-on.ts'

/** For longer runs: WEBHOOK_KILLS=200. */
const kills = Number(process.env['WEBHOOK_KILLS'] ?? 8)
const steps: readonly Step[] = ['read', 'sent', 'saving', 'saved']
/** More events than all kills can send. */
const customers = 100 + kills * 15

vi.setConfig({ testTimeout: 60_000 + kills * 15_000, hookTimeout: 120_000 })

let dataDir: string
let env: Record<string, string>
let receivers: TestReceiver[]
let wanted: number[]

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'mainspring-webhook-kill-'))
  receivers = [await openReceiver(), await openReceiver()]
  env = { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'error', WEBHOOK_ALLOW_PRIVATE: 'true' }
  wanted = await fill()
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

/** Creates webhooks and events that no worker has read yet. @returns the events' feed positions */
async function fill(): Promise<number[]> {
  const server = await startServer({ ...readConfig(env), webDir: dataDir }, { webhooks: { lookMs: 60_000, soonMs: 60_000 } })
  try {
    const { shopId } = await seedTwoShops(server)
    const max = await new TestClient(server.url).signIn('max')
    for (const { url } of receivers) expect((await max.post(`/api/${shopId}/webhooks`, { url, events: ['customer.created'] })).status).toBe(200)
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' } as const
    const mutations = Array.from({ length: customers }, (_, place) => ({
      id: v7(),
      shopId,
      at: new Date().toISOString(),
      ops: [createOp('customers', { name: `Customer ${place}` })],
    }))
    await applyMutations(server.services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: new Date(), mutations })
    const events = await server.services.db.selectFrom('webhook_events').select('seq').where('shop_id', '=', shopId).orderBy('seq').execute()
    return events.map(({ seq }) => seq)
  } finally {
    await server.close()
  }
}

async function serve(die: { step: Step; at: number } | undefined, until: () => boolean): Promise<string | null> {
  const dying = die === undefined ? {} : { DIE_STEP: die.step, DIE_AT: String(die.at) }
  const program = path.join(import.meta.dirname, 'serve-and-die.ts')
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, ...env, ...dying },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  if (die === undefined) {
    await vi.waitFor(() => expect(until()).toBe(true), { timeout: 60_000, interval: 20 })
    child.stdin.end()
  }
  const [, signal] = await ended
  return signal
}

const isComplete = ({ seqs }: TestReceiver): boolean => new Set(seqs()).size === wanted.length

test(`of ${customers} events none is lost, and each webhook gets them in their order, when the server dies ${kills} times while it tells them`, async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const step = steps[kill % steps.length] ?? 'sent'
    // A turn has few of the other steps but many sends.
    const at = 1 + (step === 'sent' ? (kill * 7) % 11 : 0)
    expect([step, await serve({ step, at }, () => false)]).toEqual([step, 'SIGKILL'])
  }
  expect(receivers.some((receiver) => !isComplete(receiver))).toBe(true)
  await serve(undefined, () => receivers.every(isComplete))
  for (const receiver of receivers) {
    const seqs = receiver.seqs()
    const firsts = [...new Set(seqs)]
    expect(firsts).toEqual(wanted)
    // Only unsaved deliveries repeat: a restart continues within a page of the crash.
    const idBySeq = new Map(receiver.received.map(({ body }) => [body.seq, body.id]))
    for (const { body } of receiver.received) expect(body.id).toBe(idBySeq.get(body.seq))
    for (const [place, seq] of seqs.entries()) expect(wanted.indexOf(seqs[place + 1] ?? seq)).toBeLessThanOrEqual(wanted.indexOf(seq) + 1)
    expect(seqs.length - firsts.length).toBeLessThanOrEqual(kills * 50)
  }
})
