import { CommandError } from '../tools/command-line.ts'

/** An entity's name in all spellings. */
export type EntityNames = {
  /** `loaner_devices`: collection, SQL table, local collection. */
  table: string
  plural: string
  singular: string
  type: string
  /** `loaner-devices`, `loaner-device`: files, folders, dialog kinds, URL of the view. */
  pluralFile: string
  singularFile: string
  noun: string
  nouns: string
}

/**
 * @param name the plural, in any usual spelling; `one` is an irregular singular
 * @throws CommandError for an invalid name
 */
export function toEntityNames(name: string, one?: string): EntityNames {
  const words = toWords(name)
  const last = words.at(-1) ?? ''
  const single = one === undefined ? [...words.slice(0, -1), toSingular(last)] : toWords(one)
  if (single.join() === words.join()) throw new CommandError(`${name} is its own singular: say the plural as the name, and the singular with --one.`)
  return {
    table: words.join('_'),
    plural: toCamel(words),
    singular: toCamel(single),
    type: capitalize(toCamel(single)),
    pluralFile: words.join('-'),
    singularFile: single.join('-'),
    noun: single.join(' '),
    nouns: words.join(' '),
  }
}

/** `serialNumber` → 'Serial number'. */
export const nameToLabel = (name: string): string => capitalize(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const toTitle = (nouns: string): string => nouns.split(' ').map(capitalize).join(' ')

export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

function toWords(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean)
  if (words.length === 0 || !words.every((word) => /^[a-z][a-z0-9]*$/.test(word)))
    throw new CommandError(`"${name}" is no name: write words of letters and digits, such as loaner-devices.`)
  return words
}

function toSingular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2)
  return plural.replace(/s$/, '')
}

const toCamel = (words: readonly string[]): string => words.map((word, index) => (index === 0 ? word : capitalize(word))).join('')
