const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Pauses after the first try in vain, the second, and so on; the last one for all that follow. */
const pausesMs = [10 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs] as const

/** For how long an event is tried again. */
export const giveUpMs = 3 * dayMs

/** For how long what was sent, and what became of it, can be read and repeated. */
export const keptDeliveriesDays = 30

/** `tries`: in vain, one after the other. */
export const pauseAfter = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length) - 1] ?? hourMs
