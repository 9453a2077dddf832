/** Reads RULES.md, which says what the ids in comments and test titles mean, and finds the ids in a text. No I/O. */

export type Rule = { id: string; text: string; line: number }

/** An id named in a text; a range such as `VAL-63..66` gives one for each id. `line` counts from 1. */
export type NamedId = { id: string; line: number }

/** Texts that look like an id but are none, each with its meaning. */
export const meaningByLookAlike: Readonly<Record<string, string>> = {
  'DSP-12': 'the SKU of a product in a test',
  'GMT-05': 'a time zone',
  'SCR-12': 'the SKU of a product in an example',
  'SHA-256': 'a hash function',
  'UTF-16': 'an encoding of texts',
}

const headingPattern = /^## (.*)$/
const rulePattern = /^- `([A-Z]{3,10})-(\d{2,3})` (\S.*)$/
// `VAL-63`, `VAL-63..66`, `AMB-24…36`, `PUB-01 to PUB-06`.
const namedPattern = /(?<![\w-])([A-Z]{3,10})-(\d{2,3})(?:(?:\.\.|…| to \1-)(\d{2,3}))?(?!\w)/g

/**
 * Reads the page: headings `## VAL` with a sentence each, and below them rules `` - `VAL-03` text ``, ascending.
 * `errors` say what is wrong and in which line.
 */
export function parseRulesPage(page: string): { rules: Rule[]; errors: string[] } {
  const rules: Rule[] = []
  const errors: string[] = []
  const seen = new Set<string>()
  let group: { prefix: string; line: number; lastNumber: number; hasSentence: boolean } | undefined
  const groups: { prefix: string; line: number }[] = []

  const endGroup = () => {
    if (group !== undefined && group.lastNumber === -1) errors.push(`line ${group.line}: the group ${group.prefix} has no rules`)
  }
  const readHeading = (prefix: string, line: number) => {
    endGroup()
    if (!/^[A-Z]{3,10}$/.test(prefix)) errors.push(`line ${line}: "${prefix}" is no prefix of ids`)
    const before = groups.at(-1)
    if (before !== undefined && before.prefix >= prefix) errors.push(`line ${line}: the group ${prefix} does not stand after ${before.prefix}`)
    group = { prefix, line, lastNumber: -1, hasSentence: false }
    groups.push(group)
  }
  const readRule = (text: string, line: number) => {
    const [, prefix = '', digits = '', meaning = ''] = rulePattern.exec(text) ?? []
    if (meaning === '') {
      errors.push(`line ${line}: "${text}" is not "- \`ID\` meaning"`)
      return
    }
    const id = `${prefix}-${digits}`
    if (seen.has(id)) errors.push(`line ${line}: ${id} is explained a second time`)
    else if (group?.prefix !== prefix) errors.push(`line ${line}: ${id} stands outside the group ${prefix}`)
    else if (!group.hasSentence) errors.push(`line ${line}: the group ${prefix} has no sentence about itself`)
    else if (Number(digits) <= group.lastNumber) errors.push(`line ${line}: ${id} does not stand in ascending order`)
    if (group?.prefix === prefix) group.lastNumber = Number(digits)
    seen.add(id)
    rules.push({ id, text: meaning, line })
  }

  for (const [index, text] of page.split('\n').entries()) {
    const heading = headingPattern.exec(text)?.[1]
    if (heading !== undefined) readHeading(heading, index + 1)
    else if (text.startsWith('-')) readRule(text, index + 1)
    else if (text !== '' && group !== undefined) group.hasSentence = true
  }
  endGroup()
  return { rules, errors }
}

/** The ids that a text names, with ranges expanded, without look-alikes. */
export function findNamedIds(text: string): NamedId[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(namedPattern)].flatMap(([, prefix = '', first = '', last = first]) => {
      const ids = Array.from(
        { length: Math.max(1, Number(last) - Number(first) + 1) },
        (_, offset) => `${prefix}-${String(Number(first) + offset).padStart(first.length, '0')}`,
      )
      return ids.filter((id) => !Object.hasOwn(meaningByLookAlike, id)).map((id) => ({ id, line: index + 1 }))
    }),
  )
}
