import { CommandError } from '../tools/command-line.ts'

/** One entity's name in all the spellings that its files want. */
export type EntityNames = {
  /** `loaner_devices`: the collection, the SQL table, the local collection. */
  table: string
  /** `loanerDevices`: the declaration, and the feature. */
  plural: string
  /** `loanerDevice`. */
  singular: string
  /** `LoanerDevice`. */
  type: string
  /** `loaner-devices`, `loaner-device`: files and folders, dialog kinds, the view's address. */
  pluralFile: string
  singularFile: string
  /** 'loaner device', 'loaner devices'. */
  noun: string
  nouns: string
}

/**
 * @param name the plural, in any of the usual spellings; `one` is the singular where dropping the ending does not give it
 * @throws CommandError for what is no name
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

/** 'Serial number' of `serialNumber`. */
export const nameToLabel = (name: string): string => capitalize(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Loaner Devices', as titles of views and dialogs are written. */
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
