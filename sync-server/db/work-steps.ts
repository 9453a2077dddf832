import { setImmediate as waitForNextRound } from 'node:timers/promises'

/** About 5 ms: a step is a small statement, or an operation of a push without its statements. */
export const stepsPerRound = 25

let stepsOfRound = 0
let nextRound: Promise<void> | undefined

/**
 * Counts work on the event loop's thread. Beyond the steps of a round all callers wait until the loop has served other
 * requests, so that no long transaction stops the server for everybody.
 */
export async function countSteps(steps = 1): Promise<void> {
  stepsOfRound += steps
  while (stepsOfRound >= stepsPerRound) await (nextRound ??= beginRound())
}

async function beginRound(): Promise<void> {
  await waitForNextRound()
  stepsOfRound = 0
  nextRound = undefined
}
