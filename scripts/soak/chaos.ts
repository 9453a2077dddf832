import type { Random } from '../demo/random.ts'

/** What may happen to a device, its network and the server; each can be left out with `--without`. */
export const chaosKinds = ['kills', 'restarts', 'cuts', 'lost', 'doubled', 'delayed', 'foreign', 'buffered', 'frozen', 'clocks', 'tabs', 'sessions'] as const

export type ChaosKind = (typeof chaosKinds)[number]
export type ChaosSet = ReadonlySet<ChaosKind>

/** @throws RangeError that names the unknown kinds of chaos */
export function parseWithout(text: string): ChaosSet {
  const left = text.split(',').filter((word) => word !== '')
  const unknown = left.filter((word) => !chaosKinds.some((kind) => kind === word))
  if (unknown.length > 0) throw new RangeError(`Unknown chaos: ${unknown.join(', ')}. There is: ${chaosKinds.join(', ')}`)
  return new Set(chaosKinds.filter((kind) => !left.includes(kind)))
}

/** What the network does with one request. */
export type Fate = 'pass' | 'lose request' | 'lose answer' | 'cut answer' | 'double' | 'delay' | 'delay answer' | 'foreign' | 'buffer'

const kindByFate: Record<Exclude<Fate, 'pass'>, ChaosKind> = {
  'lose request': 'lost',
  'lose answer': 'lost',
  'cut answer': 'cuts',
  double: 'doubled',
  delay: 'delayed',
  'delay answer': 'delayed',
  foreign: 'foreign',
  buffer: 'buffered',
}

const badFates: readonly Exclude<Fate, 'pass'>[] = [
  'lose request',
  'lose answer',
  'cut answer',
  'double',
  'double',
  'delay',
  'delay answer',
  'foreign',
  'foreign',
]

/** One in five requests meets a fault on a bad network; streams are buffered more often, because there are few of them. */
export function drawFate(random: Random, chaos: ChaosSet, isStream: boolean): Fate {
  const fates = (isStream ? (['buffer', 'lose answer', 'cut answer', 'delay'] as const) : badFates).filter((fate) => chaos.has(kindByFate[fate]))
  return fates.length === 0 || !random.chance(isStream ? 0.35 : 0.22) ? 'pass' : random.pick(fates)
}

/** Milliseconds by which a device's clock is wrong. */
const clockOffsets = [0, 0, 7 * 60_000, -50 * 60_000, 5 * 3_600_000, -3 * 86_400_000, 10 * 86_400_000] as const

export const drawClockOffset = (random: Random, chaos: ChaosSet): number => (chaos.has('clocks') ? random.pick(clockOffsets) : 0)
