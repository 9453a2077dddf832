import type { Random } from '#scripts/demo/random.ts'
import type { PlanEvent, Step, StepKind } from './plan.ts'

/** What happens at the counter besides orders: devices of customers, passcodes. Dice of its own leave the rest of a plan as it is. */

export const counterKinds = [
  'device',
  'edit-device',
  'choose-device',
  'delete-device',
  'passcode',
  'show-passcode',
  'finish-order',
  'photo',
  'photo-drop-off',
  'caption',
  'delete-file',
] as const
export type CounterKind = (typeof counterKinds)[number]

/** What becomes of customers who are one. */
export const mergeKinds = ['merge', 'customer-phone', 'customer-device', 'order-of-device'] as const
export type MergeKind = (typeof mergeKinds)[number]

/** What meets a merge: whoever does it takes the same customer, by the same roll. `merge-back`: the two, the other way round. */
const mergeMeetings = [
  'order',
  'order',
  'order',
  'merge-back',
  'customer-phone',
  'delete-customer',
  'customer-device',
  'order-of-device',
  'merge',
  'undo',
] as const

const weightByKind: Record<CounterKind, number> = {
  device: 5,
  'edit-device': 3,
  'choose-device': 4,
  'delete-device': 2,
  passcode: 5,
  'show-passcode': 4,
  'finish-order': 2,
  photo: 14,
  'photo-drop-off': 4,
  caption: 2,
  'delete-file': 2,
}
const kindWheel = counterKinds.flatMap((kind) => Array.from({ length: weightByKind[kind] }, () => kind))

/** What two people do to the same order or device at the same time. */
const meetings: readonly (readonly [StepKind, StepKind])[] = [
  ['passcode', 'finish-order'],
  ['finish-order', 'passcode'],
  ['passcode', 'passcode'],
  ['show-passcode', 'delete'],
  ['choose-device', 'delete-device'],
  ['device', 'delete-customer'],
  ['edit-device', 'delete-device'],
  ['photo', 'delete'],
  ['photo', 'delete-file'],
  ['caption', 'caption'],
]

/** What people do at both of two copies of one profile. */
const cloneKinds: readonly StepKind[] = [
  'order',
  'order',
  'drop-off',
  'edit-order',
  'note',
  'status',
  'payment',
  'stock',
  'delete',
  'photo',
  'passcode',
  'device',
]

/** Numbers of steps of this part of the plan. */
const firstToken = 100_000

const firstMergeToken = 200_000

type Frame = { durationMs: number; tablets: number; isCalm: boolean }

export function planCounter(random: Random, { durationMs, tablets, isCalm }: Frame): PlanEvent[] {
  const events: PlanEvent[] = []
  let token = firstToken
  const makeStep = (kind: StepKind, rolls: readonly number[] = []): Step => ({
    kind,
    token: ++token,
    rolls: Array.from({ length: 8 }, (_, index) => rolls[index] ?? random.next()),
  })
  const pickTime = (): number => Math.floor(random.next() * durationMs)
  const pickTablet = (): number => random.between(0, tablets - 1)

  const addBurst = (): void => {
    const tablet = pickTablet()
    let at = pickTime()
    for (let left = random.between(1, 3); left > 0; left--, at += random.between(50, 6_000))
      events.push({ at, kind: 'step', tablet, step: makeStep(random.pick(kindWheel)) })
  }
  /** Both take the same row: the first two rolls choose the shop and the row in it. */
  const addMeeting = (): void => {
    const at = pickTime()
    const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
    const [kind, otherKind] = random.pick(meetings)
    const first = makeStep(kind)
    if (!isCalm && random.chance(0.7)) events.push({ at, kind: 'offline', tablet, durationMs: random.between(5_000, 40_000), isSilent: random.chance(0.3) })
    events.push({ at: at + 100, kind: 'step', tablet, step: first })
    events.push({ at: at + random.between(100, 4_000), kind: 'step', tablet: other, step: makeStep(otherKind, first.rolls.slice(0, 2)) })
    if (otherKind === 'delete-device') events.push({ at: at + 50_000, kind: 'step', tablet: other, step: makeStep('undo') })
  }
  for (let left = random.between(2, 4); left > 0; left--) addBurst()
  if (random.chance(0.6)) addMeeting()
  /** Two tablets add the last file that an order can hold. */
  const addLastFile = (): void => {
    const at = pickTime()
    const roll = random.next()
    events.push({ at, kind: 'fill-order', roll, count: 39 })
    for (const tablet of [0, 1]) {
      if (!isCalm) events.push({ at: at + 30_000, kind: 'offline', tablet, durationMs: 4_000, isSilent: false })
      const step = makeStep('photo', [0, roll, 0, 0.5, 0, 0, 0.95])
      events.push({ at: at + 31_000 + tablet * 100, kind: 'step', tablet, step })
    }
  }
  /** The server dies while a content comes in, or has no room for it. */
  const addUploadFault = (): void => {
    const at = pickTime()
    const tablet = pickTablet()
    events.push({ at, kind: 'step', tablet, step: makeStep('photo') })
    if (random.chance(0.5)) events.push({ at: at + random.between(0, 2_000), kind: 'server-full', uploads: random.between(1, 3) })
    else events.push({ at: at + random.between(200, 1_500), kind: 'server-crash', isMid: true, downMs: 4_000 })
  }
  /** A tablet and the copy of its profile go on beside each other, apart at first: both give the numbers of one lease. */
  const addClone = (): void => {
    const at = Math.floor(random.next() * durationMs * 0.6)
    const source = pickTablet()
    const copy = tablets
    if (random.chance(0.5)) events.push({ at, kind: 'step', tablet: source, step: makeStep(random.pick(cloneKinds)) })
    if (random.chance(0.6)) events.push({ at: at + 200, kind: 'offline', tablet: source, durationMs: random.between(20_000, 90_000), isSilent: false })
    if (random.chance(0.5)) events.push({ at: at + 400, kind: 'step', tablet: source, step: makeStep('photo') })
    events.push({ at: at + 1_000, kind: 'clone', tablet: source })
    if (random.chance(0.3)) events.push({ at: at + random.between(3_000, 40_000), kind: 'carry', tablet: source })
    if (random.chance(0.6)) events.push({ at: at + 1_001, kind: 'offline', tablet: copy, durationMs: random.between(20_000, 90_000), isSilent: false })
    for (const tablet of [source, copy]) {
      let stepAt = at + 2_000
      for (let left = random.between(3, 5); left > 0; left--, stepAt += random.between(500, 20_000))
        events.push({ at: stepAt, kind: 'step', tablet, step: makeStep(left > 2 ? 'order' : random.pick(cloneKinds)) })
    }
  }
  /** A tablet has no line; its person goes on at another one, with what it could not send as a file. */
  const addCarry = (): void => {
    const at = Math.floor(random.next() * durationMs * 0.6)
    const tablet = pickTablet()
    const offlineMs = random.between(20_000, 90_000)
    events.push({ at, kind: 'second-tablet', tablet })
    events.push({ at: at + 1_000, kind: 'offline', tablet, durationMs: offlineMs, isSilent: false })
    let stepAt = at + 2_000
    for (let left = random.between(3, 5); left > 0; left--, stepAt += random.between(500, 5_000))
      events.push({ at: stepAt, kind: 'step', tablet, step: makeStep(left > 3 ? 'order' : left > 2 ? 'photo' : random.pick(cloneKinds)) })
    for (let left = random.between(1, 3); left > 0; left--, stepAt += random.between(500, offlineMs)) events.push({ at: stepAt, kind: 'carry', tablet })
    for (const one of [tablet, tablets])
      events.push({ at: stepAt + random.between(0, 20_000), kind: 'step', tablet: one, step: makeStep(random.pick(cloneKinds)) })
  }
  if (random.chance(0.06)) addLastFile()
  if (!isCalm && random.chance(0.3)) addUploadFault()
  const isCloned = !isCalm && random.chance(0.15)
  if (isCloned) addClone()
  if (!isCalm && !isCloned && random.chance(0.15)) addCarry()
  if (random.chance(0.4)) events.push({ at: pickTime(), kind: 'rogue-file', user: random.between(0, 2), roll: random.next() })
  return events
}

/** Merges of customers, mostly while somebody else works for the one who goes, and now and then one of them is taken back. */
export function planMerges(random: Random, { durationMs, isCalm }: Frame): PlanEvent[] {
  const events: PlanEvent[] = []
  let token = firstMergeToken
  const makeStep = (kind: StepKind, rolls: readonly number[] = []): Step => ({
    kind,
    token: ++token,
    rolls: Array.from({ length: 8 }, (_, index) => rolls[index] ?? random.next()),
  })
  for (let left = random.between(1, 3); left > 0; left--) {
    const at = Math.floor(random.next() * durationMs)
    const [tablet, other] = random.chance(0.5) ? [0, 1] : [1, 0]
    const [shop, loser, winner] = [random.next(), random.next(), random.next()]
    const add = (inMs: number, who: number, step: Step): void => void events.push({ at: at + inMs, kind: 'step', tablet: who, step })
    if (random.chance(0.5)) add(0, random.pick([tablet, other]), makeStep('customer-phone', [shop, random.pick([loser, winner])]))
    if (random.chance(0.5)) add(1_000, tablet, makeStep('order', [shop, Math.sqrt(loser)]))
    if (random.chance(0.6)) add(2_000, random.pick([tablet, other]), makeStep('customer-device', [shop, random.pick([loser, winner])]))
    if (!isCalm && random.chance(0.7))
      events.push({ at: at + 5_000, kind: 'offline', tablet: random.pick([tablet, other]), durationMs: random.between(5_000, 60_000), isSilent: false })
    add(6_000, tablet, makeStep('merge', [shop, loser, winner, 1]))
    for (let count = random.between(0, 3), inMs = 6_000; count > 0; count--) {
      inMs += random.between(0, 4_000)
      const kind = random.pick(mergeMeetings)
      const step = kind === 'merge-back' ? makeStep('merge', [shop, loser, winner, 0]) : makeStep(kind, [shop, kind === 'order' ? Math.sqrt(loser) : loser])
      add(inMs, kind === 'undo' ? tablet : other, step)
    }
    if (random.chance(0.5)) add(random.between(6_000, 60_000), random.pick([tablet, other]), makeStep('order-of-device', [shop, winner]))
    if (random.chance(0.4)) add(random.between(8_000, 90_000), tablet, makeStep('undo'))
    if (random.chance(0.3)) add(100_000, tablet, makeStep('merge', [shop, winner, random.next()]))
    if (random.chance(0.3)) add(random.between(40_000, 90_000), tablet, makeStep('retry'))
  }
  return events
}
