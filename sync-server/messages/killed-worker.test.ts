import type { KyselyPlugin } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import type { Services } from '../services.ts'
import { openMessageShop } from '../testing/messages/test-message-shop.ts'
import { MessageWorker } from './message-worker.ts'
import type { Outgoing, Sender } from './senders/sender.ts'

const minuteMs = 60_000

const shop = await openMessageShop()
const world = shop.world
afterAll(() => world.close())

class Killed extends Error {
  override readonly name = 'Killed'
}

/** Simulates a server that dies before statement `count`: later statements fail. */
function dyingAt(count: number): { services: Services; isDead: () => boolean } {
  let sent = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sent += 1
      if (sent > count) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { services } = world
  return { services: { ...services, db: services.db.withPlugin(plugin) }, isDead: () => sent > count }
}

/** What carriers report about a message that they already took. */
const carriers: Record<string, (taken: readonly Outgoing[]) => Sender['findOutcome']> = {
  'that knows no repeats': () => async () => 'unknown',
  'that knows a repeat by its id': () => async () => undefined,
  'that can be asked': (taken) => async (id) => (taken.some((one) => one.id === id) ? 'taken' : 'not taken'),
}

it.each(Object.entries(carriers))(
  'whichever statement a server dies at, a carrier %s has each message once, and nobody waits for ever',
  async (name, makeFindOutcome) => {
    const knowsRepeats = name === 'that knows a repeat by its id'
    let isOver = false
    let doubtful = 0
    for (let cut = 1; !isOver; cut += 1) {
      const taken: Outgoing[] = []
      const findOutcome = makeFindOutcome(taken)
      const sender: Sender = { send: async (one) => (taken.push(one), { outcome: 'taken' }), findOutcome }
      const makeWorker = (services: Services) => new MessageWorker({ services, senders: { sms: sender, email: sender }, makeLink: async () => '' })
      const orderId = await shop.beginMorning()
      const dying = dyingAt(cut)
      const first = makeWorker(dying.services)
      for (let round = 0; round < 3 && !dying.isDead(); round += 1) {
        await first.run()
        shop.pass(minuteMs)
      }
      await first.stop()
      isOver = !dying.isDead()
      const second = makeWorker(world.services)
      for (let round = 0; round < 6; round += 1) {
        await second.run()
        shop.pass(minuteMs)
      }
      await second.stop()
      const rows = await world.services.db.selectFrom('messages').select(['id', 'state', 'error', 'cause']).where('order_id', '=', orderId).execute()
      expect(rows.map(({ cause }) => cause).toSorted(), `cut ${cut}`).toEqual(['person', 'status'])
      for (const { id, state, error } of rows) {
        const times = taken.filter((one) => one.id === id).length
        if (state === 'failed') {
          doubtful += 1
          expect([error, times <= 1], `cut ${cut}`).toEqual([messageTexts.unknownOutcome, true])
        } else expect([state, knowsRepeats ? Math.min(times, 1) : times], `cut ${cut}`).toEqual(['sent', 1])
      }
      expect(await world.services.db.selectFrom('message_jobs').selectAll().execute(), `cut ${cut}`).toEqual([])
      if (isOver) expect(cut).toBeGreaterThan(25)
    }
    expect(doubtful > 0).toBe(name === 'that knows no repeats')
  },
)
