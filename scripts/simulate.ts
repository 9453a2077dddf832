import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { addCoverage, type Coverage, coverageToTable, missingMarks } from './simulation/coverage.ts'
import { mutants } from './simulation/mutants/mutants.ts'
import { applyMutant, placeMutant, readProduct } from './simulation/mutants/faults.ts'
import type { PlanKind } from './simulation/plan.ts'
import { runInPool, type SeedLine } from './simulation/pool.ts'

const usage = `npm run simulate -- [options]
  --seeds 300        how many seeds to run
  --from 1           the first of them
  --workers 2        processes at once
  --engine postgres  two nodes of one PostgreSQL, which are killed with their connections and their database; sqlite is one server with a file
  --dense            one to four minutes of shop time with as many faults: they meet each other more
  --coverage         tells at the end what happened how often, and what never did
  --seed 42          only this one; with --trace all that happened, with --shrink the least that still fails
  --mutants          puts deliberate faults into the product and tells which seed caught each; --only WORD: those that hold it`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    dense: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    coverage: { type: 'boolean', default: false },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    only: { type: 'string', default: '' },
    part: { type: 'string' },
    'until-failure': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const kind: PlanKind = { engine: values.engine === 'postgres' ? 'postgres' : 'sqlite', isDense: values.dense }

// The 'exit' handlers remove temporary folders and end the pool's processes.
process.once('SIGTERM', () => process.exit(143))

if (values.help) console.log(usage)
else if (values.part !== undefined) await runPart(values.part)
else if (values.mutants) process.exitCode = await runMutants()
else if (values.seed !== undefined) process.exitCode = await runOne(Number(values.seed))
else process.exitCode = await runMany(Number(values.seeds ?? 300))

/** One pool process: seeds from:to:step, one JSON line each. */
async function runPart(part: string): Promise<void> {
  const [from = 1, to = 1, step = 1] = part.split(':').map(Number)
  const runner = await createRunner()
  for (let seed = from; seed < to; seed += step) {
    const { failure, mutations, steps, coverage } = await runner.runSeed(seed)
    const line: SeedLine = { seed, mutations, steps, coverage, ...(failure !== undefined && { failure }) }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    if (failure !== undefined && values['until-failure']) break
  }
  await runner.close()
}

/** Imports after the mutant is applied, so that every module loads with its fault. */
async function createRunner() {
  const mutant = mutants.find(({ name }) => name === values.mutant)
  if (mutant !== undefined) applyMutant(mutant)
  else if (values.mutant !== undefined) throw new Error(`There is no mutant '${values.mutant}'.`)
  const { Runner } = await import('./simulation/run.ts')
  return new Runner(kind)
}

async function runOne(seed: number): Promise<number> {
  const runner = await createRunner()
  const result = await runner.runSeed(seed, values.trace)
  for (const line of result.trace) console.log(line)
  console.log(
    result.failure === undefined ? `Seed ${seed} holds: ${result.mutations} mutations, ${result.steps} steps.` : `Seed ${seed} fails: ${result.failure}`,
  )
  if (result.failure !== undefined && values.shrink) await shrink(runner, seed, result.failure)
  await runner.close()
  return result.failure === undefined ? 0 : 1
}

async function shrink(runner: Awaited<ReturnType<typeof createRunner>>, seed: number, failure: string): Promise<void> {
  const { createPlan } = await import('./simulation/plan.ts')
  const { shrinkPlan } = await import('./simulation/shrink.ts')
  const shrunk = await shrinkPlan(createPlan(seed, kind), failure, async (plan) => (await runner.run(plan)).failure)
  const { trace } = await runner.run(shrunk.plan, true)
  console.log(`\nShrunk in ${shrunk.runs} runs to ${shrunk.plan.events.length} events, faults ${JSON.stringify(shrunk.plan.faults)}:`)
  for (const line of trace) console.log(line)
  console.log(`Seed ${seed}, shrunk, fails: ${shrunk.failure}`)
}

async function runMany(seeds: number): Promise<number> {
  const beganAt = performance.now()
  const failed: SeedLine[] = []
  let done = 0
  let mutations = 0
  const coverage: Coverage = {}
  const seedsByMark: Coverage = {}
  await runInPool({
    from: Number(values.from),
    seeds,
    workers: Number(values.workers),
    mutant: values.mutant,
    ...kind,
    onSeed(line) {
      done++
      mutations += line.mutations
      addCoverage(coverage, line.coverage)
      addCoverage(seedsByMark, Object.fromEntries(Object.keys(line.coverage).map((mark) => [mark, 1])))
      if (line.failure !== undefined) {
        failed.push(line)
        console.log(`Seed ${line.seed} fails: ${line.failure}`)
      }
      if (done % 100 === 0 || done === seeds) {
        const seconds = (performance.now() - beganAt) / 1_000
        console.error(
          `${done} of ${seeds} seeds, ${failed.length} failed, ${seconds.toFixed(0)} s, about ${((seconds / done) * (seeds - done)).toFixed(0)} s to go`,
        )
      }
    },
  })
  if (values.coverage) console.log(`${coverageToTable(coverage, seedsByMark)}\n\nNever: ${missingMarks(coverage).join(', ') || 'nothing'}\n`)
  const seconds = (performance.now() - beganAt) / 1_000
  console.log(
    `${done} seeds with ${mutations} mutations in ${seconds.toFixed(0)} s: ${failed.length === 0 ? 'all hold' : `${failed.length} fail: ${failed.map(({ seed }) => seed).join(', ')}`}.`,
  )
  if (failed.length === 0) return 0
  console.log(
    `See one with: npm run simulate -- ${kind.engine === 'postgres' ? '--engine postgres ' : ''}${kind.isDense ? '--dense ' : ''}--seed ${failed[0]?.seed} --trace --shrink`,
  )
  return 1
}

async function runMutants(): Promise<number> {
  const chosen = mutants.filter(({ name }) => name.includes(values.only))
  const seeds = Number(values.seeds ?? 200)
  const rows: string[] = []
  const product = readProduct()
  for (const mutant of chosen) placeMutant(mutant, product)
  let escaped = 0
  for (const { name, engine: own = kind.engine } of chosen) {
    const failures: SeedLine[] = []
    let tried = 0
    await runInPool({
      from: Number(values.from),
      seeds,
      workers: Number(values.workers),
      mutant: name,
      engine: own,
      isDense: kind.isDense,
      isStoppedByFailure: true,
      onSeed(line) {
        tried++
        if (line.failure !== undefined) failures.push(line)
      },
    })
    const [caught] = failures
    if (caught === undefined) escaped++
    const row = `${name.padEnd(64)} ${caught === undefined ? `ESCAPED ${tried} seeds` : `seed ${String(caught.seed).padEnd(4)} ${(caught.failure ?? '').split('\n')[0]?.slice(0, 110)}`}`
    rows.push(row)
    console.error(row)
  }
  console.log(`\n${rows.join('\n')}\n\n${chosen.length - escaped} of ${chosen.length} deliberate faults were caught.`)
  return escaped === 0 ? 0 : 1
}
