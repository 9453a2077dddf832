import 'fake-indexeddb/auto'
import { parseArgs } from 'node:util'
import { applyMutant } from './mutants/apply-mutant.ts'

/**
 * Holds the packed row store against its model, with a deliberate fault in it when one is named: `node scripts/simulation/packed-model-run.ts
 * --runs 60 --seed 1 --mutant NAME`. Ends with 0 when it is what the model is, with 1 and a sentence when it is not.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    shrink: { type: 'boolean', default: false },
  },
})

if (values.mutant !== undefined) applyMutant(values.mutant)
// The product is loaded after the fault is in place.
const { checkPackedModel } = await import('#web/device/testing/packed-model.ts')
const { watchForDeath } = await import('#web/device/testing/test-dying-page.ts')
console.warn = () => undefined
const page = watchForDeath()
try {
  for (const isKeeperOn of [false, true])
    await checkPackedModel({ runs: Number(values.runs) / 2, seed: Number(values.seed), isKeeperOn, isShrunk: values.shrink }, page)
} catch (error) {
  const { message, cause } = error as Error
  process.stdout.write(`${cause instanceof Error ? cause.message : message}\n${values.shrink ? message : ''}\n`)
  process.exit(1)
}
process.exit()
