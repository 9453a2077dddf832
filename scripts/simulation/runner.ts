import { removeTemplate } from './server.ts'
import { runPlan, type RunResult } from './run.ts'
import { createPlan, type Plan } from './plan.ts'
import { TabletThread } from './tablet.ts'

const mostTablets = 3

/** Runs plans one after the other in this process, on threads that are kept as long as nothing fails in them. */
export class Runner {
  readonly #mutant: string | undefined
  #threads: TabletThread[] = []

  constructor(mutant: string | undefined) {
    this.#mutant = mutant
  }

  runSeed(seed: number, withTrace = false): Promise<RunResult> {
    return this.run(createPlan(seed), withTrace)
  }

  async run(plan: Plan, withTrace = false): Promise<RunResult> {
    while (this.#threads.length < mostTablets) this.#threads.push(new TabletThread(this.#mutant))
    const result = await runPlan(plan, this.#threads, { withTrace })
    // A failed run may leave a page behind that the next one must not meet.
    if (result.failure !== undefined) await this.#stopThreads()
    return result
  }

  async close(): Promise<void> {
    await this.#stopThreads()
    await removeTemplate()
  }

  async #stopThreads(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.stop()))
  }
}
