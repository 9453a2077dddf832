import { registerHooks } from 'node:module'

/**
 * Every tablet has its own copy of the modules that keep something: the device, RxDB, Dexie, the IndexedDB below them.
 * What keeps nothing (the schema, zod) is shared. The files are the same; only their addresses differ.
 */
const ownOfEach = /\/(?:web|scripts\/simulation\/tablet\/(?:tablet-page|mutation-writer|local-disk)\.ts|node_modules\/(?:rxdb|dexie|fake-indexeddb))\b/
const copyOf = /\?copy=\d+$/

let isPrepared = false
function prepareCopies(): void {
  if (isPrepared) return
  isPrepared = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const [copy] = copyOf.exec(context.parentURL ?? '') ?? copyOf.exec(specifier) ?? []
      if (copy === undefined) return nextResolve(specifier, context)
      // Dexie's usual entry makes one instance of all copies.
      const resolved = nextResolve(specifier === 'dexie' ? 'dexie/dist/dexie.mjs' : specifier, context)
      return ownOfEach.test(resolved.url) && resolved.format !== 'commonjs' && !copyOf.test(resolved.url) ? { ...resolved, url: resolved.url + copy } : resolved
    },
  })
}

export async function importCopy<Module>(file: string, copy: number): Promise<Module> {
  prepareCopies()
  return (await import(`${file}?copy=${copy}`)) as Module
}
