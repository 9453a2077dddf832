import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import type { SendStep } from '#server/messages/send-message.ts'
import { applyMutations } from '#server/store/write.ts'
import { seedTwoShops, testPassword } from '#server/testing/test-server.ts'
import { createOp } from '../api-client.ts'
import { pinnedNode } from '../server-process.ts'
import { openMailServer, type MailServer, type MailStep } from './mail-server.ts'

/** By hand: MESSAGE_KILLS=200. */
const kills = Number(process.env['MESSAGE_KILLS'] ?? 7)

/** Where the server dies, what its customer has of the message then, and whether anybody can know. */
const deaths: readonly { step: SendStep | MailStep; mails: number; isDoubtful: boolean }[] = [
  { step: 'planned', mails: 1, isDoubtful: false },
  { step: 'claimed', mails: 0, isDoubtful: true },
  { step: 'handing over', mails: 0, isDoubtful: true },
  { step: 'addressed', mails: 0, isDoubtful: true },
  { step: 'received', mails: 1, isDoubtful: true },
  { step: 'handed over', mails: 1, isDoubtful: true },
  { step: 'written', mails: 1, isDoubtful: false },
]
const deathOf = (kill: number) => deaths[kill % deaths.length] ?? expect.fail()
/** A server meets its step at one of the first three messages. */
const messages = 10 + kills * 3
/** More than a claim lasts: nobody waits for one that ended with its server. */
const betweenMs = 180_000

vi.setConfig({ testTimeout: 60_000 + kills * 15_000, hookTimeout: 120_000 })

let dataDir: string
let env: Record<string, string>
let mail: MailServer

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'mainspring-message-kill-'))
  mail = await openMailServer()
  env = { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'error', SMTP_URL: mail.url, MAIL_FROM: 'shop@example.com' }
  await fill()
})
afterAll(async () => {
  await mail.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

/** An order whose customer is to be told many things, at any hour. */
async function fill(): Promise<void> {
  const server = await startServer({ ...readConfig({ ...env, MESSAGES: 'off' }), webDir: dataDir })
  try {
    const { shopId, userIds } = await seedTwoShops(server)
    const [customerId, orderId] = [v7(), v7()]
    const caller = { userId: userIds.ann, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'push' } as const
    const push = async (...ops: unknown[]): Promise<void> => {
      const mutations = [{ id: v7(), shopId, at: new Date().toISOString(), ops }]
      const results = await applyMutations(server.services, caller, { deviceId: 'desk', clockOffsetMs: 0, receivedAt: new Date(), mutations })
      expect(results).toMatchObject([{ outcome: 'applied' }])
    }
    await push(
      { action: 'create', collection: 'customers', id: customerId, values: { name: 'Mary', email: 'mary@example.com' } },
      {
        action: 'create',
        collection: 'orders',
        id: orderId,
        values: { customerId, orderStatusId: orderStatusIdByName.Fixed, itemDetails: 'Phone', issueDescription: 'Screen' },
      },
    )
    for (let place = 0; place < messages; place += 1)
      await push(createOp('messages', { orderId, channel: 'email', subject: 'Your phone', text: `News ${place}`, anyHour: true }))
  } finally {
    await server.close()
  }
}

/** A server that dies at that step of its n-th message. @returns by which signal it ended */
async function serveAndDie(step: SendStep | MailStep, at: number, aheadMs: number): Promise<string | null> {
  const program = path.join(import.meta.dirname, 'send-and-die.ts')
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, ...env, DIE_STEP: step, DIE_AT: String(at), AHEAD_MS: String(aheadMs) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  let left = at
  mail.onStep = async (taken) => {
    if (taken !== step || --left > 0) return
    child.kill('SIGKILL')
    await ended
  }
  const [, signal] = await ended
  mail.onStep = async () => {}
  return signal
}

test(`of ${messages} messages none comes twice, none is said to be sent that was not, and none is forgotten, when the server dies ${kills} times while it sends`, async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const { step } = deathOf(kill)
    expect([step, await serveAndDie(step, 1 + ((kill * 2) % 3), kill * betweenMs)]).toEqual([step, 'SIGKILL'])
  }
  const clock = (): Date => new Date(Date.now() + kills * betweenMs)
  const last = await startServer({ ...readConfig(env), webDir: dataDir }, { clock, messages: { everyMs: 20 } })
  try {
    const read = () => last.services.reader.selectFrom('messages').select(['id', 'state', 'error']).execute()
    await expect.poll(async () => (await read()).filter(({ state }) => state === 'waiting').length, { timeout: 60_000 }).toBe(0)
    const rows = await read()
    const countMails = (id: string): number => mail.received.filter((one) => one === id).length
    const outcomes = rows.map(({ id, state, error }) => `${state}, ${countMails(id)} mails${error === null ? '' : `: ${error}`}`)
    const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length
    const killsWith = (mails: number): number =>
      Array.from({ length: kills }, (_, kill) => deathOf(kill)).filter((death) => death.isDoubtful && death.mails === mails).length
    // What was in the hands of a server that died is not sent again, and a person is told.
    const [lost, arrived] = [killsWith(0), killsWith(1)]
    expect(Object.fromEntries([...new Set(outcomes)].map((outcome) => [outcome, count(outcome)]))).toEqual({
      'sent, 1 mails': messages - lost - arrived,
      ...(lost > 0 && { [`failed, 0 mails: ${messageTexts.unknownOutcome}`]: lost }),
      ...(arrived > 0 && { [`failed, 1 mails: ${messageTexts.unknownOutcome}`]: arrived }),
    })
    expect(new Set(mail.received).size).toBe(mail.received.length)
    expect(await last.services.reader.selectFrom('message_jobs').selectAll().execute()).toEqual([])
  } finally {
    await last.close()
  }
})
