import { v7 as uuidV7 } from 'uuid'
import { pushMaxMutations, type Mutation } from '#schema/api/sync.ts'
import { createOp, signInOverHttp, toMutation, type ApiClient } from '#scripts/process-tests/api-client.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { seedTwoShops, testPassword } from '#server/testing/test-server.ts'
import { openReceiver, type TestReceiver } from '#server/testing/webhooks/test-receiver.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import type { Figure } from '../harness/figure.ts'

type Shop = { dataDir: string; shopId: string }
/** `inOrder`: of each living receiver, whether it got all, each once, in the order of the feed. */
type Told = { pushMs: number; perSecond: number[]; inOrder: boolean[] }

/** 10,000 changes that three webhooks are told, one of which never answers; and the same pushes of a shop without any. */
export async function measureWebhooks(bench: BenchContext): Promise<Figure[]> {
  const count = bench.amount(10_000, 300)
  const shop = await seed(bench)
  const bareMs: number[] = []
  const told: Told[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    const bare = async (): Promise<void> => void bareMs.push(await withServer(bench, shop, (client) => pushAll(client, shop.shopId, count)))
    const tell = async (): Promise<void> => void told.push(await withServer(bench, shop, (client) => tellAll(client, shop.shopId, count)))
    for (const step of run % 2 === 0 ? [bare, tell] : [tell, bare]) await step()
    const last = told.at(-1)
    bench.say(
      `  webhooks ${run + 1}/${bench.runs}: ${last?.perSecond.map(Math.round).join(' and ')} a second, pushes ${Math.round(last?.pushMs ?? 0)} ms, without ${Math.round(bareMs.at(-1) ?? 0)} ms`,
    )
  }
  const areInOrder = told.every(({ inOrder }) => inOrder.every(Boolean))
  return [
    {
      name: 'webhooks',
      what: `${count} changes told to two receivers while a third never answers: events a second, from the first push to the last event of the slower`,
      unit: 'per s',
      product: toSeries(
        'events of the slower receiver',
        told.map(({ perSecond }) => (areInOrder ? Math.min(...perSecond) : 0)),
      ),
      baseline: undefined,
      target: { of: 'value', atLeast: 500 },
      notes: [
        areInOrder ? 'both got each event once, in the order of the feed' : 'NOT in order or not each once: counted as 0',
        'a limit in seconds, so it says as much about the machine',
      ],
      profile: [],
    },
    {
      name: 'webhooks/push',
      what: `The pushes of these ${count} changes ÷ the same of a shop without webhooks`,
      unit: 'ms',
      product: toSeries(
        'with three webhooks',
        told.map(({ pushMs }) => pushMs),
      ),
      baseline: toSeries('without', bareMs),
      target: { of: 'ratio', atMost: 1.1 },
      notes: ['one push after the other, 100 changes each'],
      profile: [],
    },
  ]
}

async function seed(bench: BenchContext): Promise<Shop> {
  const dataDir = bench.workshop.makeFolder('webhooks')
  const server = await startServer({ ...readConfig({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'error' }), webDir: dataDir })
  try {
    return { dataDir, shopId: (await seedTwoShops(server)).shopId }
  } finally {
    await server.close()
  }
}

async function withServer<Result>(bench: BenchContext, shop: Shop, run: (client: ApiClient) => Promise<Result>): Promise<Result> {
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir), { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  try {
    const client = await signInOverHttp(server.url, 'max', testPassword)
    // The first ones find a cold server.
    await pushAll(client, shop.shopId, bench.amount(1_000, 100))
    return await run(client)
  } finally {
    await server.stop()
  }
}

const perPush = Math.min(100, pushMaxMutations)

async function pushAll(client: ApiClient, shopId: string, count: number): Promise<number> {
  const mutations = Array.from({ length: count }, (_, place): Mutation => toMutation(shopId, [createOp('customers', { name: `Customer ${place}` }, uuidV7())]))
  const beganMs = performance.now()
  for (let from = 0; from < count; from += perPush) {
    const { status } = await client.push(mutations.slice(from, from + perPush))
    if (status !== 200) throw new Error(`A push was answered ${status}`)
  }
  return performance.now() - beganMs
}

async function tellAll(client: ApiClient, shopId: string, count: number): Promise<Told> {
  const living = [await openReceiver(), await openReceiver()]
  const dead = await openReceiver(() => {})
  try {
    for (const { url } of [...living, dead]) {
      const { status } = await client.call('POST', `/api/${shopId}/webhooks`, { url, events: ['customer.created'] })
      if (status !== 200) throw new Error(`A webhook was answered ${status}`)
    }
    const ends = living.map((receiver) => untilTold(receiver, count))
    const beganMs = performance.now()
    const pushMs = await pushAll(client, shopId, count)
    const perSecond = (await Promise.all(ends)).map((endMs) => count / ((endMs - beganMs) / 1_000))
    return { pushMs, perSecond, inOrder: living.map(({ seqs }) => isRising(seqs()) && seqs().length === count) }
  } finally {
    for (const receiver of [...living, dead]) await receiver.close()
  }
}

/** The time of the last event. */
const untilTold = (receiver: TestReceiver, count: number): Promise<number> =>
  new Promise((resolve) => {
    receiver.answer((_, response) => {
      response.end()
      if (receiver.received.length === count) resolve(performance.now())
    })
  })

const isRising = (seqs: readonly number[]): boolean => seqs.every((seq, place) => place === 0 || seq > (seqs[place - 1] ?? 0))
