import { removeTemplate } from './nodes/file-database.ts'
import { stopCluster } from './nodes/postgres-database.ts'
import { runPlan, type RunResult } from './run.ts'
import { createPlan, type Plan, type PlanKind } from './plan.ts'
import { TabletHost } from './tablet/tablet.ts'

/** Three, and the copy of one. */
const mostTablets = 4

/** Runs plans one after the other in this process, on tablets that are kept as long as they can be emptied. */
export class Runner {
  readonly #kind: PlanKind
  #tablets: TabletHost[] = []

  constructor(kind: PlanKind) {
    this.#kind = kind
  }

  runSeed(seed: number, withTrace = false): Promise<RunResult> {
    return this.run(createPlan(seed, this.#kind), withTrace)
  }

  async run(plan: Plan, withTrace = false): Promise<RunResult> {
    while (this.#tablets.length < mostTablets) this.#tablets.push(await TabletHost.create())
    const { areClean, ...result } = await runPlan(plan, this.#tablets, { withTrace })
    // A page that does not go must not be met by the next run.
    if (!areClean) this.#tablets = []
    return result
  }

  async close(): Promise<void> {
    await removeTemplate()
    await stopCluster()
  }
}
