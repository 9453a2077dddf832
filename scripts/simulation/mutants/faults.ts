import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { EngineName } from '../nodes/shared-database.ts'

/**
 * Wraps what the product declares under a name at the top of a module, or a method as `Class.method`, wherever that module lies.
 * `wrap` gets what is declared there, at the time it is loaded, and gives what takes its place.
 */
export type Wrap = { symbol: string; wrap: (original: never) => unknown }

/** Replaces a piece of code that stands once in the product, however it is broken into lines. Where no name holds the fault. */
type Snippet = { find: string; replace: string }

/** A deliberate fault of the product: it must make some seed fail, else the simulation does not see what it should. `engine`: on which alone it shows. */
export type Mutant = { name: string; wraps?: readonly Wrap[]; snippets?: readonly Snippet[]; engine?: EngineName }

/** Where a fault goes: the address of the module, and what becomes of its source. */
type PlacedFault = { url: string; apply: (source: string) => string }

type Module = { url: string; source: string }

const root = new URL('../../../', import.meta.url)
const productFolders = ['schema/', 'sync-server/', 'web/']

/** The product's modules, without tests and what tests use. */
export function readProduct(): Module[] {
  return productFolders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)(testing|scenarios|e2e)\//.test(path))
      .map((path) => {
        const url = new URL(folder + path, root)
        return { url: url.href, source: readFileSync(fileURLToPath(url), 'utf8') }
      }),
  )
}

/** @throws Error with a sentence when the product holds a name or a piece of code no longer, or more than once */
export function placeMutant({ name, wraps = [], snippets = [] }: Mutant, product: readonly Module[]): PlacedFault[] {
  return [...wraps.map(({ symbol }) => placeWrap(name, symbol, product)), ...snippets.map((snippet) => placeSnippet(name, snippet, product))]
}

function placeSnippet(mutant: string, { find, replace }: Snippet, product: readonly Module[]): PlacedFault {
  const pattern = new RegExp(snippetToPattern(find), 'g')
  const hits = product.flatMap((module) => Array.from(module.source.matchAll(pattern), () => module))
  const [hit] = hits
  if (hit === undefined) throw stale(mutant, `no module of the product holds the code '${find}'`)
  if (hits.length > 1) throw stale(mutant, `the code '${find}' stands ${hits.length} times in the product: ${namesOf(hits)}`)
  return { url: hit.url, apply: (source) => source.replace(pattern, () => replace) }
}

/** Word by word, with any white space between them, and the comma that a list broken into lines ends with. */
function snippetToPattern(find: string): string {
  const tokens = find.match(/\w+|[^\s\w]/g) ?? []
  return tokens.reduce((pattern, token, index) => {
    const isBetweenWords = /^\w/.test(token) && /\w$/.test(tokens[index - 1] ?? '')
    const gap = index === 0 ? '' : isBetweenWords ? '\\s+' : /^[)\]}]$/.test(token) ? ',?\\s*' : '\\s*'
    return pattern + gap + token.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  }, '')
}

function placeWrap(mutant: string, symbol: string, product: readonly Module[]): PlacedFault {
  const [declared = symbol, method] = symbol.split('.')
  const hits = product.filter(({ source }) => declarationOf(declared).test(source))
  const [hit] = hits
  if (hit === undefined) throw stale(mutant, `no module of the product declares '${declared}'`)
  if (hits.length > 1) throw stale(mutant, `${hits.length} modules of the product declare '${declared}': ${namesOf(hits)}`)
  if (method === undefined) return { url: hit.url, apply: (source) => wrapDeclaration(source, declared) }
  if (!new RegExp(`^  (?:async )?${method}(?:<[^>]*>)?\\(`, 'm').test(hit.source)) throw stale(mutant, `'${declared}' has no method '${method}'`)
  return { url: hit.url, apply: (source) => `${source}\n${declared}.prototype.${method} = ${wrapCall(symbol, `${declared}.prototype.${method}`)}\n` }
}

const declarationOf = (name: string): RegExp => new RegExp(`^(export )?(async )?(function|class|const) ${name}\\b`, 'm')

/** What was declared gets another name, and the wrapped one takes the old: for users in the module and out of it. */
function wrapDeclaration(source: string, name: string): string {
  const [, isExported = ''] = declarationOf(name).exec(source) ?? []
  const renamed = source.replace(declarationOf(name), (_, __, isAsync = '', kind: string) => `${isAsync}${kind} ${name}$original`)
  return `${renamed}\n${isExported}const ${name} = ${wrapCall(name, `${name}$original`)}\n`
}

const wrapCall = (symbol: string, original: string): string => `globalThis[Symbol.for('mainspring.wrap')](${JSON.stringify(symbol)}, ${original})`

/** Changes modules while they are loaded; the files stay as they are. @throws Error when the mutant is stale */
export function applyMutant(mutant: Mutant): void {
  const faults = placeMutant(mutant, readProduct())
  // What the wrapped modules call.
  const wrapBySymbol = new Map(mutant.wraps?.map(({ symbol, wrap }) => [symbol, wrap as (original: unknown) => unknown]))
  Object.assign(globalThis, { [Symbol.for('mainspring.wrap')]: (symbol: string, original: unknown) => wrapBySymbol.get(symbol)?.(original) })
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

const namesOf = (modules: readonly Module[]): string => [...new Set(modules.map(({ url }) => url.slice(root.href.length)))].join(', ')

const stale = (mutant: string, why: string): Error => new Error(`The mutant '${mutant}' is stale: ${why}.`)
