import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { offerWraps, placeMutant, readProduct } from './faults.ts'
import { mutants } from './mutants.ts'
import { packedMutants } from './packed-mutants.ts'

/** Changes modules while they are loaded, by the deliberate fault of one mutant. The files stay as they are. @throws Error when the mutant is stale */
export function applyMutant(name: string): void {
  const mutant = [...mutants, ...packedMutants].find((one) => one.name === name)
  if (mutant === undefined) throw new Error(`There is no mutant '${name}'.`)
  const faults = placeMutant(mutant, readProduct())
  offerWraps(mutant)
  registerHooks({
    load(url, context, nextLoad) {
      const [address = url] = url.split('?')
      const own = faults.filter((fault) => fault.url === address)
      if (own.length === 0) return nextLoad(url, context)
      const source = own.reduce((text, { apply }) => apply(text), readFileSync(fileURLToPath(address), 'utf8'))
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
