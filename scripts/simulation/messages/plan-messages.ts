import type { Random } from '#scripts/demo/random.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import type { MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { PlanEvent, Step, StepKind } from '../plan.ts'
import type { CarrierKind, Outcome } from './carrier.ts'

/** Messages: what shops say at which status, what people write, and what goes wrong with carriers. Dice of its own leave the rest of a plan as it is. */

export const messageKinds = ['message', 'cancel-message', 'answer-failed', 'delete-message', 'reach', 'opt-out'] as const
export type MessageKind = (typeof messageKinds)[number]

export type MessagePlan = {
  /** Of each shop. */
  shops: { timeZone: string; rules: MessageRule[] }[]
  carriers: Record<MessageChannel, CarrierKind>
}

/** Some seeds alone: the others cost and do what they did before. */
export const hasMessages = (seed: number): boolean => seed % 7 > 4

const statusIds = Object.values(orderStatusIdByName)
/** Where the run begins by day, just after the morning, an hour before it and in the night. */
const timeZones = ['UTC', 'UTC', 'UTC', 'UTC', 'UTC', 'UTC', 'Atlantic/Cape_Verde', 'America/Noronha', 'America/New_York'] as const
const carrierKinds: readonly CarrierKind[] = ['deaf', 'asked', 'repeats']
const outcomes: readonly Outcome[] = ['again', 'again', 'refused', 'taken unheard', 'lost unheard']
const deathSteps = ['claimed', 'handed over', 'handed over', 'handed over', 'handed over', 'handed over'] as const

/** Numbers of steps of this part of the plan: even ones, since nothing of it is a form that is left. */
const firstToken = 600_000
const minuteMs = 60_000

type Frame = { durationMs: number; isCalm: boolean; hasRestore: boolean }

export function planMessages(random: Random, frame: Frame): { plan: MessagePlan; events: PlanEvent[] } {
  const shops = [0, 1].map(() => ({ timeZone: random.pick(timeZones), rules: makeRules(random) }))
  const carriers = { sms: random.pick(carrierKinds), email: random.pick(carrierKinds) }
  const planner = new MessagePlanner(random, frame, [...new Set(shops.flatMap(({ rules }) => rules.map(({ orderStatusId }) => orderStatusId)))])
  return { plan: { shops, carriers }, events: planner.plan() }
}

function makeRules(random: Random): MessageRule[] {
  const make = (orderStatusId: string, channel: MessageChannel): MessageRule => ({
    orderStatusId,
    channel,
    mode: random.pick(['send', 'send', 'send', 'ask', 'off']),
    subject: channel === 'email' ? 'About your {device}' : null,
    text: `Dear {name}, {device} of {shop}${random.chance(0.5) ? ': {link}' : ''}`,
  })
  return [orderStatusIdByName.Fixed, orderStatusIdByName['In Progress'], orderStatusIdByName['Waiting For Approval']].flatMap((orderStatusId) => [
    make(orderStatusId, 'sms'),
    ...(random.chance(0.5) ? [make(orderStatusId, 'email')] : []),
  ])
}

class MessagePlanner {
  readonly #random: Random
  readonly #frame: Frame
  /** Statuses that shops have a message for. */
  readonly #toldIds: readonly string[]
  readonly #events: PlanEvent[] = []
  #token = firstToken

  constructor(random: Random, frame: Frame, toldIds: readonly string[]) {
    this.#random = random
    this.#frame = frame
    this.#toldIds = toldIds
  }

  plan(): PlanEvent[] {
    const random = this.#random
    const { durationMs, isCalm, hasRestore } = this.#frame
    const pickTime = (): number => Math.floor(random.next() * durationMs)
    for (let left = random.between(3, 5); left > 0; left--) this.#addFlow(pickTime())
    if (!isCalm && random.chance(0.3)) this.#addLate(pickTime())
    if (!isCalm && !hasRestore && random.chance(0.4)) {
      const at = pickTime()
      this.#events.push({ at, kind: 'backup' })
      this.#events.push({ at: at + random.between(20_000, 200_000), kind: 'restore', downMs: random.between(500, 20_000), isOnPurpose: random.chance(0.5) })
    }
    // Somebody looks what was not sent.
    for (let left = 4; left > 0; left--) this.#add(Math.floor(durationMs * (0.4 + random.next() * 0.6)), random.between(0, 1), 'answer-failed', [])
    return this.#events
  }

  #add(at: number, tablet: number, kind: StepKind, rolls: readonly (number | undefined)[]): void {
    this.#token += 2
    const step: Step = { kind, token: this.#token, rolls: Array.from({ length: 8 }, (_, index) => rolls[index] ?? this.#random.next()) }
    this.#events.push({ at, kind: 'step', tablet, step })
  }

  /** An order gets a status that its customer hears of, and meanwhile something else happens to both. */
  #addFlow(at: number): void {
    const random = this.#random
    const { isCalm } = this.#frame
    const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
    // The shop, and the order in it.
    const place = [random.next(), random.next()]
    const someone = (): number => random.pick([tablet, other])
    const setStatus = (inMs: number, who: number, roll: number): void => this.#add(at + inMs, who, 'status', [...place, roll])
    if (random.chance(0.8)) this.#add(at, tablet, 'reach', place)
    if (!isCalm && random.chance(0.3))
      this.#events.push({ at: at + 1_000, kind: 'offline', tablet, durationMs: random.between(5_000, 60_000), isSilent: random.chance(0.2) })
    setStatus(2_000, tablet, this.#rollOf(random.pick(this.#toldIds)))
    if (random.chance(0.3)) {
      const awayMs = random.between(5_000, 80_000)
      setStatus(awayMs, someone(), random.next())
      if (random.chance(0.5)) setStatus(awayMs + random.between(2_000, 30_000), someone(), this.#rollOf(random.pick(this.#toldIds)))
    }
    if (random.chance(0.25)) this.#add(at + random.between(5_000, 80_000), someone(), 'opt-out', place)
    if (random.chance(0.15)) {
      const deletedMs = random.between(5_000, 80_000)
      this.#add(at + deletedMs, other, 'delete', [...place, 0.1])
      if (random.chance(0.5)) this.#add(at + deletedMs + random.between(2_000, 60_000), other, 'undo', [])
    }
    if (random.chance(0.6)) this.#addWritten(at + random.between(3_000, 60_000), someone(), place)
    if (!isCalm) this.#addTrouble(at)
    if (random.chance(0.5)) this.#add(at + random.between(70_000, 200_000), someone(), 'answer-failed', [place[0]])
  }

  /** What somebody writes to the customer, and what becomes of it before it goes. */
  #addWritten(at: number, tablet: number, place: readonly number[]): void {
    const random = this.#random
    this.#add(at, tablet, 'message', place)
    if (random.chance(0.25)) this.#add(at + random.between(500, 20_000), tablet, 'cancel-message', [place[0]])
    if (!random.chance(0.2)) return
    const deletedMs = random.between(500, 20_000)
    this.#add(at + deletedMs, tablet, 'delete-message', [place[0]])
    if (random.chance(0.4)) this.#add(at + deletedMs + random.between(2_000, 40_000), tablet, 'undo', [])
  }

  #addTrouble(at: number): void {
    const random = this.#random
    if (random.chance(0.6))
      this.#events.push({
        at: at + random.between(0, 30_000),
        kind: 'carrier-trouble',
        channel: random.pick(['sms', 'sms', 'email']),
        outcomes: Array.from({ length: random.between(1, 3) }, () => random.pick(outcomes)),
      })
    if (random.chance(0.35))
      this.#events.push({
        at: at + random.between(3_000, 60_000),
        kind: 'worker-death',
        step: random.pick(deathSteps),
        statements: random.between(0, 3),
        downMs: random.between(500, 150_000),
      })
  }

  /** A tablet without a line for so long that its status is past when it comes. */
  #addLate(at: number): void {
    const random = this.#random
    const tablet = random.between(0, 1)
    const place = [random.next(), random.next()]
    const apartMs = random.between(11 * minuteMs, 13 * minuteMs)
    this.#add(at, tablet, 'reach', place)
    // Whatever shorter ones are meanwhile.
    for (let inMs = 10_000; inMs < apartMs; inMs += 45_000)
      this.#events.push({ at: at + inMs, kind: 'offline', tablet, durationMs: apartMs - inMs, isSilent: false })
    this.#add(at + random.between(12_000, 40_000), tablet, 'status', [...place, this.#rollOf(random.pick(this.#toldIds))])
    // The run lasts until it is there.
    this.#events.push({ at: at + apartMs + 30_000, kind: 'look', tablet })
  }

  /** The roll by which a step chooses the status. */
  readonly #rollOf = (statusId: string): number => ((statusIds as readonly string[]).indexOf(statusId) + 0.5) / statusIds.length
}
