const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Pauses after consecutive failures; the last repeats. */
const pausesMs = [10 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs] as const

export const giveUpMs = 3 * dayMs

export const keptDeliveriesDays = 30

/** `tries`: consecutive failures, from 1. */
export const pauseAfter = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length) - 1] ?? hourMs
