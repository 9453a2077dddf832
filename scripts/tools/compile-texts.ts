import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { parse, type Token } from '@messageformat/parser'

// Compiles schema/texts, en.ts and a JSON file for each other language, to functions in schema/language/compiled. Areas that customers read are
// a folder with a file for each language. What people who work in the shop read is one file for each language, and English an area a file, so
// that each part of the app holds its own. The result is committed: server, tests, linter and build need no step of their own.

type Texts = { [name: string]: string | Texts }
/** By area. */
type Language = Record<string, Texts>

const root = path.join(import.meta.dirname, '../..')
const sources = path.join(root, 'schema/texts')
const compiled = path.join(root, 'schema/language/compiled')

/** The first language is the one that all others are held against. */
export async function readTexts(): Promise<Record<string, Language>> {
  const { en } = (await import(path.join(sources, 'en.ts'))) as { en: Language }
  const files = readdirSync(sources).filter((file) => file.endsWith('.json'))
  const others = files.map((file) => [
    String(new Intl.Locale(path.basename(file, '.json'))),
    JSON.parse(readFileSync(path.join(sources, file), 'utf8')) as Language,
  ])
  return { en, ...(Object.fromEntries(others) as Record<string, Language>) }
}

/** Contents by file, relative to the folder of compiled texts. Throws with all faults of the texts. */
export function compileTexts(textsByLanguage: Record<string, Language>): Map<string, string> {
  const { en = {}, ...others } = textsByLanguage
  const faults = Object.entries(others).flatMap(([language, texts]) => findFaults(en, texts).map((fault) => `${language}: ${fault}`))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const languages = Object.keys(textsByLanguage)
  const files = new Map([['languages.ts', `${head}export const languages = ${JSON.stringify(languages)} as const\n`]])
  for (const [area, texts] of Object.entries(en)) {
    const type = toTypeName(area)
    files.set(`${area}/${area}-type.ts`, `${head}export type ${type} = ${toTypes(texts)}\n`)
    const shownAlone = customerAreas.has(area) ? languages : onlyTranslated.has(area) ? [] : ['en']
    for (const language of shownAlone) {
      const code = toCode(language, textsByLanguage[language]?.[area] ?? {})
      files.set(`${area}/${area}-${language}.ts`, `${head}import type { ${type} } from './${area}-type.ts'\n${code} as ${type}\n`)
    }
    if (readTogether.has(area)) {
      const imports = languages.map((language) => `import { texts as ${toName(language)} } from './${area}-${language}.ts'\n`)
      const entries = languages.map((language) => `${JSON.stringify(language)}: ${toName(language)}`)
      files.set(`${area}/all-${area}.ts`, `${head}${imports.join('')}\nexport const all${type} = { ${entries.join(', ')} }\n`)
    } else if (customerAreas.has(area)) {
      files.set(`${area}/load-${area}.ts`, `${head}import type { ${type} } from './${area}-type.ts'\n${toLoaders(area, languages)}`)
    }
  }
  return new Map([...files, ...compileStaffTexts(textsByLanguage)])
}

/** Of the languages other than English, all that the app of the shop shows in one file each. */
function compileStaffTexts({ en = {}, ...others }: Record<string, Language>): Map<string, string> {
  const areas = Object.keys(en).filter((area) => !customerAreas.has(area) || staffReadsToo.has(area))
  const imports = areas.map((area) => `import type { ${toTypeName(area)} } from '../${area}/${area}-type.ts'\n`)
  const members = areas.map((area) => `${JSON.stringify(area)}: ${toTypeName(area)}`)
  const files = new Map([['staff/staff-type.ts', `${head}${imports.join('')}\nexport type StaffTexts = { ${members.join('; ')} }\n`]])
  for (const [language, texts] of Object.entries(others)) {
    const own = Object.fromEntries(areas.map((area) => [area, texts[area] ?? {}]))
    const code = toCode(language, own)
    files.set(`staff/staff-${language}.ts`, `${head}import type { StaffTexts } from './staff-type.ts'\n${code} as StaffTexts\n`)
  }
  return files.set('staff/load-staff.ts', `${head}import type { StaffTexts } from './staff-type.ts'\n${toLoaders('staff', Object.keys(others))}`)
}

/** Also read outside the app of the shop: on the pages and papers of its customers, in messages, by the server. */
const customerAreas: ReadonlySet<string> = new Set(['words', 'errors', 'portal', 'papers', 'messages'])
const staffReadsToo: ReadonlySet<string> = new Set(['words', 'errors'])

/** In English the code has these words itself: messages of schemas and server, and labels of fields. */
const onlyTranslated: ReadonlySet<string> = new Set(['rules', 'fieldLabels'])

/** Small areas whose texts are compared across languages: one module holds all of them. */
const readTogether: ReadonlySet<string> = new Set(['messages'])

const toTypeName = (area: string): string => `${area.charAt(0).toUpperCase()}${area.slice(1)}Texts`

const toCode = (language: string, texts: Texts): string =>
  compileModule(new MessageFormat(language), texts)
    .replace('export default {', 'export const texts = {')
    // Nobody reads it line by line. Texts hold line breaks as escapes.
    .replaceAll(/\n\s*(?!import|export)/g, ' ')
    .trim()

function toLoaders(area: string, languages: readonly string[]): string {
  const type = toTypeName(area)
  const loaders = languages.map((language) => `  ${JSON.stringify(language)}: async (): Promise<${type}> => (await import('./${area}-${language}.ts')).texts,`)
  return ['', `export const load${type} = {`, ...loaders, '}\n'].join('\n')
}

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
