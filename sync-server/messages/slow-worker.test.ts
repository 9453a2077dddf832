import { DummyDriver, Kysely, type Dialect } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import type { Db } from '../db/database.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { openMessageShop } from '../testing/messages/test-message-shop.ts'
import { MessageWorker } from './message-worker.ts'
import type { Outgoing, Sender, Sending } from './senders/sender.ts'

const minuteMs = 60_000

const shop = await openMessageShop()
const world = shop.world
afterAll(() => world.close())

/** Services of a server that halts at step `step` until `goOn`; a step is before or after a statement or transaction. */
function haltingAt(step: number): { services: Services; halted: Promise<void>; goOn: () => void; hasHalted: () => boolean } {
  let [steps, isHalted] = [0, false]
  const begun = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const take = async (): Promise<void> => {
    steps += 1
    if (steps !== step) return
    isHalted = true
    begun.resolve()
    await gone.promise
  }
  const { db } = world.services
  const executor = db.getExecutor()
  const executeQuery: typeof executor.executeQuery = async (query) => {
    await take()
    const result = await executor.executeQuery<never>(query)
    await take()
    return result
  }
  const methods = new Map<PropertyKey, unknown>([['executeQuery', executeQuery]])
  const slowExecutor = new Proxy(executor, {
    get: (target, key) => {
      const value: unknown = methods.get(key) ?? Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const dialect = {} as Dialect
  const halting: Db = new Kysely({ config: { dialect }, dialect, driver: new DummyDriver(), executor: slowExecutor })
  // Other work cannot run beside a halted transaction.
  const execute: ReturnType<Db['transaction']>['execute'] = async (run) => {
    await take()
    const result = await db.transaction().execute(run)
    await take()
    return result
  }
  Object.assign(halting, { transaction: () => ({ execute }) })
  return { services: { ...world.services, db: halting }, halted: begun.promise, goOn: () => gone.resolve(), hasHalted: () => isHalted }
}

/** `slow`, `fast`: the carrier's response to each server's first try. */
type Case = { carrier: string; findOutcome: (taken: readonly Outgoing[]) => Sender['findOutcome']; minutes: number; slow: Sending; fast: Sending }

const knowsNothing: Case['findOutcome'] = () => async () => 'unknown'
const canBeAsked: Case['findOutcome'] = (taken) => async (id) => (taken.some((one) => one.id === id) ? 'taken' : 'not taken')
const done: Sending = { outcome: 'taken' }
const busy: Sending = { outcome: 'again', reason: 'the carrier answered 503' }
const cases: Case[] = [
  { carrier: 'that knows no repeats', findOutcome: knowsNothing, minutes: 1, slow: done, fast: done },
  { carrier: 'that knows no repeats', findOutcome: knowsNothing, minutes: 3, slow: busy, fast: busy },
  { carrier: 'that can be asked', findOutcome: canBeAsked, minutes: 3, slow: busy, fast: done },
]

/** Each case takes every third step, from another one on; `npm run test:long` takes all. */
const isLong = process.env['TEST_LONG'] !== undefined

it.each(cases.map((one, index) => ({ ...one, firstStep: isLong ? 1 : index + 1 })))(
  'wherever a server stands still for $minutes min and goes on while another hands over, a carrier $carrier has each message once (first $slow.outcome, $fast.outcome)',
  async ({ findOutcome, minutes, firstStep, ...firsts }) => {
    let isOver = false
    // Both engines have the same steps; PostgreSQL is slow, so test every fourth.
    const stride = engineOf(world.services.db).name === 'postgres' ? 4 : isLong ? 1 : 3
    for (let step = firstStep; !isOver; step += stride) {
      const orderId = await shop.beginMorning()

      const taken: Outgoing[] = []
      const keep = async (one: Outgoing): Promise<Sending> => (taken.push(one), { outcome: 'taken' })
      const makeWorker = (services: Services, send: Sender['send'] = keep) => {
        const sender: Sender = { send, findOutcome: findOutcome(taken) }
        return new MessageWorker({ services, senders: { sms: sender, email: sender }, makeLink: async () => '' })
      }
      const halting = haltingAt(step)
      const answers = { slow: [firsts.slow], fast: [firsts.fast] }
      const answer = (name: 'slow' | 'fast', one: Outgoing) => (answers[name].shift()?.outcome === 'again' ? busy : keep(one))
      const slow = makeWorker(halting.services, async (one) => answer('slow', one))
      const third = makeWorker(world.services)
      const slowly = (async () => {
        for (let round = 0; round < 3; round += 1) {
          await slow.run()
          if (!halting.hasHalted()) shop.pass(minuteMs)
        }
      })()
      const fast = makeWorker(world.services, async (one) => {
        // The slow server resumes and a third one looks while this one is still sending.
        halting.goOn()
        await slowly
        shop.pass(minuteMs)
        await third.run()
        return answer('fast', one)
      })
      await Promise.race([halting.halted, slowly])
      isOver = !halting.hasHalted()
      for (let round = 0; round < 3; round += 1) {
        shop.pass(minutes * minuteMs)
        await fast.run()
      }
      halting.goOn()
      await slowly
      for (let round = 0; round < 4; round += 1) {
        shop.pass(minuteMs)
        await third.run()
      }
      const rows = await world.services.db.selectFrom('messages').select(['id', 'state', 'error']).where('order_id', '=', orderId).execute()
      expect(rows, `step ${step}`).toHaveLength(2)
      for (const { id, state, error } of rows) {
        const times = taken.filter((one) => one.id === id).length
        if (error === messageTexts.unknownOutcome) expect([state, times <= 1], `step ${step}`).toEqual(['failed', true])
        else expect([state, times, error], `step ${step}`).toEqual(['sent', 1, null])
      }
      expect(await world.services.db.selectFrom('message_jobs').selectAll().execute(), `step ${step}`).toEqual([])
      if (isOver) expect(step).toBeGreaterThan(60)
      for (const worker of [slow, fast, third]) await worker.stop()
    }
  },
)
