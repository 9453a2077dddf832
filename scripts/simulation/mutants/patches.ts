import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mutants, type Patch } from './mutants.ts'

/** Smaller sizes than the product's, so that a small run meets many pages and batches. They decide nothing else. */
export const smallSizes: Patch[] = [
  { file: 'web/device/sync/puller.ts', find: /export const pageMax = [\d_]+/, replace: 'export const pageMax = 7' },
  { file: 'web/device/sync/puller.ts', find: /export const pageMin = [\d_]+/, replace: 'export const pageMin = 3' },
  { file: 'web/device/sync/pusher.ts', find: /export const batchMaxMutations = [\d_]+/, replace: 'export const batchMaxMutations = 4' },
]

export const noLongerHolds = 'no longer holds what is to be replaced'

/** Changes modules while they are loaded: sizes always, and the deliberate fault of one mutant. The files stay as they are. */
export function applyPatches(mutantName: string | undefined): void {
  const mutant = mutantName === undefined ? undefined : mutants.find(({ name }) => name === mutantName)
  if (mutantName !== undefined && mutant === undefined) throw new Error(`There is no mutant '${mutantName}'`)
  const patches = [...smallSizes, ...(mutant?.patches ?? [])]
  const root = new URL('../../../', import.meta.url).href
  registerHooks({
    load(url, context, nextLoad) {
      const [address = url] = url.split('?')
      const own = patches.filter(({ file }) => address === `${root}${file}`)
      if (own.length === 0) return nextLoad(url, context)
      let source = readFileSync(fileURLToPath(address), 'utf8')
      for (const { file, find, replace } of own) {
        const isFound = typeof find === 'string' ? source.includes(find) : find.test(source)
        if (!isFound) throw new Error(`${file} ${noLongerHolds}: ${String(find)}`)
        source = source.replace(find, () => replace)
      }
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
