import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { parse, type Token } from '@messageformat/parser'

// Compiles schema/texts, one file a language, to functions in schema/language/compiled: an area a folder, a language a file,
// so that a page loads what it shows. The result is committed: server, tests, linter and build need no step of their own.

type Texts = { [name: string]: string | Texts }
/** By area. */
type Language = Record<string, Texts>

const root = path.join(import.meta.dirname, '../..')
const sources = path.join(root, 'schema/texts')
const compiled = path.join(root, 'schema/language/compiled')

/** The first language is the one that all others are held against. */
export async function readTexts(): Promise<Record<string, Language>> {
  const files = readdirSync(sources).sort((one, other) => Number(other === 'en.ts') - Number(one === 'en.ts') || one.localeCompare(other))
  const entries = files.map(async (file) => {
    const [texts = {}] = Object.values((await import(path.join(sources, file))) as Record<string, Language>)
    return [String(new Intl.Locale(path.basename(file, '.ts'))), texts] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Contents by file, relative to the folder of compiled texts. Throws with all faults of the texts. */
export function compileTexts(textsByLanguage: Record<string, Language>): Map<string, string> {
  const { en = {}, ...others } = textsByLanguage
  const faults = Object.entries(others).flatMap(([language, texts]) => findFaults(en, texts).map((fault) => `${language}: ${fault}`))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const languages = Object.keys(textsByLanguage)
  const files = new Map([['languages.ts', `${head}export const languages = ${JSON.stringify(languages)} as const\n`]])
  for (const [area, texts] of Object.entries(en)) {
    const type = `${area.charAt(0).toUpperCase()}${area.slice(1)}Texts`
    files.set(`${area}/${area}-type.ts`, `${head}export type ${type} = ${toTypes(texts)}\n`)
    if (readTogether.has(area)) {
      const imports = languages.map((language) => `import { texts as ${toName(language)} } from './${area}-${language}.ts'\n`)
      const entries = languages.map((language) => `${JSON.stringify(language)}: ${toName(language)}`)
      files.set(`${area}/all-${area}.ts`, `${head}${imports.join('')}\nexport const all${type} = { ${entries.join(', ')} }\n`)
    }
    const loaders = languages.map(
      (language) => `  ${JSON.stringify(language)}: async (): Promise<${type}> => (await import('./${area}-${language}.ts')).texts,`,
    )
    const load = [`${head}import type { ${type} } from './${area}-type.ts'\n`, `export const load${type} = {`, ...loaders, '}\n'].join('\n')
    if (!readTogether.has(area)) files.set(`${area}/load-${area}.ts`, load)
    for (const [language, { [area]: own = {} }] of Object.entries(textsByLanguage)) {
      const code = compileModule(new MessageFormat(language), own)
      files.set(
        `${area}/${area}-${language}.ts`,
        `${head}import type { ${type} } from './${area}-type.ts'\n${code.replace('export default {', '\nexport const texts = {')} as ${type}\n`,
      )
    }
  }
  return files
}

/** Small areas whose texts are compared across languages: one module holds all of them. */
const readTogether: ReadonlySet<string> = new Set(['messages'])

const toName = (language: string): string => language.replace('-', '')

const head = '// Made by `npm run texts` from schema/texts.\n'

/** Where a language lacks a text, has one that no page asks for, or fills in other values than English does. */
export function findFaults(english: string | Texts | undefined, own: string | Texts | undefined, at = ''): string[] {
  if (own === undefined) return [`${at} is missing`]
  if (english === undefined) return [`${at} is not in English`]
  if (typeof english === 'string' || typeof own === 'string') {
    if (typeof english !== 'string' || typeof own !== 'string') return [`${at} is a group in one language only`]
    if (own === '') return [`${at} is empty`]
    const [expected, found] = [english, own].map((text) => [...toArguments(parse(text)).keys()].sort().join(', '))
    return expected === found ? [] : [`${at} fills in {${found}}, in English {${expected}}`]
  }
  return [...new Set([...Object.keys(english), ...Object.keys(own)])].flatMap((name) =>
    findFaults(english[name], own[name], at === '' ? name : `${at}.${name}`),
  )
}

function toTypes(texts: string | Texts): string {
  if (typeof texts !== 'string') {
    const members = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}: ${toTypes(text)}`)
    return `{ ${members.join('; ')} }`
  }
  const values = [...toArguments(parse(texts))].map(([name, type]) => `${name}: ${type}`)
  return values.length === 0 ? '() => string' : `(values: { ${values.join('; ')} }) => string`
}

/** A message's values with their types. */
function toArguments(tokens: readonly Token[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const token of tokens) {
    if (!('arg' in token)) continue
    if (!('cases' in token)) {
      found.set(token.arg, found.get(token.arg) ?? 'string | number')
      continue
    }
    found.set(token.arg, token.type === 'select' ? token.cases.map(({ key }) => `'${key}'`).join(' | ') : 'number')
    for (const { tokens: inner } of token.cases) for (const [name, type] of toArguments(inner)) found.set(name, found.get(name) ?? type)
  }
  return found
}

/** Files that are not as they should be, and what they should hold; undefined: they should not be there. */
export function findStale(files: ReadonlyMap<string, string>): Map<string, string | undefined> {
  const present = globSync('**/*.ts', { cwd: compiled })
  const stale = new Map<string, string | undefined>(present.filter((file) => !files.has(file)).map((file) => [file, undefined]))
  for (const [file, content] of files) {
    const place = path.join(compiled, file)
    if (!existsSync(place) || readFileSync(place, 'utf8') !== content) stale.set(file, content)
  }
  return stale
}

if (import.meta.main) {
  for (const [file, content] of findStale(compileTexts(await readTexts()))) {
    const place = path.join(compiled, file)
    mkdirSync(path.dirname(place), { recursive: true })
    if (content === undefined) rmSync(place)
    else writeFileSync(place, content)
  }
}
