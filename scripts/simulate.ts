import { parseArgs } from 'node:util'
import { applyPatches } from './simulation/patches.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutant: { type: 'string' },
  },
})
applyPatches(values.mutant)
const { TabletThread } = await import('./simulation/tablet.ts')
const { runSeed } = await import('./simulation/run.ts')
let threads = Array.from({ length: 3 }, () => new TabletThread(values.mutant))
const first = Number(values.seed ?? values.from)
const count = values.seed !== undefined ? 1 : Number(values.seeds)
const began = performance.now()
const cpuBefore = process.cpuUsage()
let failures = 0
for (let seed = first; seed < first + count; seed++) {
  const t = performance.now()
  const result = await runSeed(seed, threads, { withTrace: values.trace })
  if (values.trace) console.log(result.trace.join('\n'))
  if (result.failure !== undefined) { failures++; for (const thread of threads) await thread.stop(); threads = Array.from({ length: 3 }, () => new TabletThread(values.mutant)); console.log(`seed ${seed} FAILS: ${result.failure.slice(0, 1500)}`) }
  else if (count < 20) console.log(`seed ${seed} ok, ${result.acts} acts, ${result.steps} steps, ${(performance.now() - t).toFixed(0)} ms`)
}
const cpu = process.cpuUsage(cpuBefore)
console.log(`cpu ${((cpu.user + cpu.system) / 1000 / count).toFixed(0)} ms each`)
console.log(`${count} seeds, ${failures} failures, ${((performance.now() - began) / count).toFixed(0)} ms each`)
process.exit(0)
