import type { Plan } from './plan.ts'

/** What a failure is about, without the ids and numbers that differ from run to run. */
const kindOfFailure = (message: string): string =>
  message
    .replace(/[0-9a-f]{4,}(-[0-9a-f]+)*/g, '#')
    .replace(/\d+/g, '#')
    .slice(0, 60)

/**
 * Leaves out of a failing plan what it fails without: halves of its events first, then single ones, then the faults of the
 * network. `fails` runs a plan and answers its failure.
 */
export async function shrinkPlan(
  plan: Plan,
  failure: string,
  fails: (plan: Plan) => Promise<string | undefined>,
  mostRuns = 120,
): Promise<{ plan: Plan; failure: string; runs: number }> {
  const kind = kindOfFailure(failure)
  let best = { plan, failure }
  let runs = 0
  const isStillFailing = async (candidate: Plan): Promise<boolean> => {
    if (runs >= mostRuns) return false
    runs++
    const message = await fails(candidate)
    if (message === undefined || kindOfFailure(message) !== kind) return false
    best = { plan: candidate, failure: message }
    return true
  }
  for (const fault of ['slow', 'duplicate', 'drop', 'loseAnswer'] as const) {
    await isStillFailing({ ...best.plan, faults: { ...best.plan.faults, [fault]: 0 } })
  }
  for (let size = Math.ceil(best.plan.events.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < best.plan.events.length && runs < mostRuns;) {
      const events = best.plan.events.filter((_, index) => index < start || index >= start + size)
      if (!(await isStillFailing({ ...best.plan, events }))) start += size
    }
  }
  return { ...best, runs }
}
