import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findNamedIds, meaningByLookAlike, parseRulesPage } from './rules-page.ts'

const root = path.dirname(path.dirname(path.dirname(import.meta.dirname)))
const pageName = 'RULES.md'
/** Folders of builds, packages, data and reports, and of tools. */
const isSkippedFolder = (name: string): boolean =>
  name.startsWith('.') || ['node_modules', 'dist', 'data', 'test-results', 'playwright-report', 'bench-results'].includes(name)
/** The page itself, its reader and this file name ids as examples only, which does not count as a use. */
const isPageOrReader = (file: string): boolean => file === pageName || file.startsWith('scripts/tools/pages/rules-page.')

const listFiles = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return isSkippedFolder(entry.name) ? [] : listFiles(file)
    return entry.isFile() && /\.(?:tsx?|mjs|css|html|md|sql)$/.test(entry.name) && !isPageOrReader(file) ? [file] : []
  })

const textByFile = new Map(listFiles('').map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
const { rules, errors } = parseRulesPage(readFileSync(path.join(root, pageName), 'utf8'))

const placeById = new Map<string, string>()
for (const [file, text] of textByFile) {
  for (const { id, line } of findNamedIds(text)) if (!placeById.has(id)) placeById.set(id, `${file}:${line}`)
}

describe('RULES.md', () => {
  it('can be read: groups and ids ascend, each id once and with a meaning', () => {
    expect(errors).toEqual([])
    expect(rules.length).toBeGreaterThan(500)
  })

  it('explains every id that code, tests and pages name', () => {
    const explained = new Set(rules.map(({ id }) => id))
    const unexplained = [...placeById].filter(([id]) => !explained.has(id))
    expect(
      unexplained.map(([id, place]) => `${id}, named in ${place}, is not explained in ${pageName} (something else of that form: meaningByLookAlike)`),
    ).toEqual([])
  })

  it('explains no id that nothing names', () => {
    const unused = rules.filter(({ id }) => !placeById.has(id))
    expect(unused.map(({ id, line }) => `${id}, explained in ${pageName}:${line}, is named nowhere: delete the line`)).toEqual([])
  })

  it('names only ids that it explains', () => {
    const explained = new Set(rules.map(({ id }) => id))
    const dangling = rules.flatMap(({ text, line }) =>
      findNamedIds(text)
        .filter(({ id }) => !explained.has(id))
        .map(({ id }) => `${id}, named in ${pageName}:${line}`),
    )
    expect(dangling).toEqual([])
  })

  it('keeps a rule to a line of 140 characters', () => {
    const long = rules.filter(({ id, text }) => `- \`${id}\` ${text}`.length > 140)
    expect(long.map(({ id, line }) => `${id} in ${pageName}:${line}`)).toEqual([])
  })

  it('leaves the numbers of hazards to SYNC.md, which has each that a test names', () => {
    const rows = new Set([...(textByFile.get('SYNC.md') ?? '').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number))
    const unknown = [...textByFile].flatMap(([file, text]) =>
      [...text.matchAll(/\bhazard (\d+)\b/g)].filter(([, number]) => !rows.has(number)).map(([hazard]) => `${hazard}, named in ${file}, has no row in SYNC.md`),
    )
    expect(unknown).toEqual([])
  })
})

it('the list of look-alikes has only what still occurs', () => {
  const all = [...textByFile.values()].join('\n')
  expect(Object.keys(meaningByLookAlike).filter((text) => !all.includes(text))).toEqual([])
})

describe('ids in a text', () => {
  it.each([
    ['(VAL-03, AMB-93)', ['VAL-03', 'AMB-93']],
    ['VAL-63..66 and AMB-99…101', ['VAL-63', 'VAL-64', 'VAL-65', 'VAL-66', 'AMB-99', 'AMB-100', 'AMB-101']],
    ['PUB-01 to PUB-03', ['PUB-01', 'PUB-02', 'PUB-03']],
    ['ERR-11 to sync-03', ['ERR-11']],
    ['VAL-66..63', ['VAL-66']],
    ['SHA-256, GMT-05:00, RFC-4180, LC-10, P-256, X-ABC-12, ABC-12x', []],
  ])('%s', (text, ids) => {
    expect(findNamedIds(text).map(({ id }) => id)).toEqual(ids)
  })

  it('are given with their lines', () => {
    expect(findNamedIds('\n// ORD-21\n\nORD-24')).toEqual([
      { id: 'ORD-21', line: 2 },
      { id: 'ORD-24', line: 4 },
    ])
  })
})

describe('a page of rules', () => {
  const page = (...lines: string[]): string => ['# Rules', 'Head.', '', ...lines].join('\n')

  it('gives its rules', () => {
    expect(parseRulesPage(page('## ORD', '', 'Orders.', '', '- `ORD-02` Two.', '- `ORD-10` Ten.', '', '## VAL', 'Checks.', '- `VAL-100` A hundred.'))).toEqual({
      errors: [],
      rules: [
        { id: 'ORD-02', text: 'Two.', line: 8 },
        { id: 'ORD-10', text: 'Ten.', line: 9 },
        { id: 'VAL-100', text: 'A hundred.', line: 13 },
      ],
    })
  })

  it.each([
    ['an id twice', ['## ORD', 'Orders.', '- `ORD-02` Two.', '- `ORD-02` Again.'], 'line 7: ORD-02 is explained a second time'],
    ['an id without a meaning', ['## ORD', 'Orders.', '- `ORD-02` ', '- `ORD-03` Three.'], 'line 6: "- `ORD-02` " is not "- `ID` meaning"'],
    ['a line of another shape', ['## ORD', 'Orders.', '- ORD-02: two', '- `ORD-03` Three.'], 'line 6: "- ORD-02: two" is not "- `ID` meaning"'],
    ['an id in the wrong group', ['## ORD', 'Orders.', '- `ORD-02` Two.', '- `VAL-03` Three.'], 'line 7: VAL-03 stands outside the group VAL'],
    ['an id before any group', ['- `ORD-02` Two.'], 'line 4: ORD-02 stands outside the group ORD'],
    ['ids out of order', ['## ORD', 'Orders.', '- `ORD-10` Ten.', '- `ORD-02` Two.'], 'line 7: ORD-02 does not stand in ascending order'],
    ['groups out of order', ['## VAL', 'Checks.', '- `VAL-01` One.', '## ORD', 'Orders.', '- `ORD-02` Two.'], 'line 7: the group ORD does not stand after VAL'],
    ['a group twice', ['## ORD', 'Orders.', '- `ORD-01` One.', '## ORD', 'Orders.', '- `ORD-02` Two.'], 'line 7: the group ORD does not stand after ORD'],
    ['a group without a sentence', ['## ORD', '', '- `ORD-02` Two.'], 'line 6: the group ORD has no sentence about itself'],
    ['a group without rules', ['## ORD', 'Orders.', '## VAL', 'Checks.', '- `VAL-01` One.'], 'line 4: the group ORD has no rules'],
    ['a heading that is no prefix', ['## Orders', 'Orders.'], 'line 4: "Orders" is no prefix of ids'],
  ])('tells of %s', (_title, lines, error) => {
    expect(parseRulesPage(page(...lines)).errors).toContain(error)
  })
})
