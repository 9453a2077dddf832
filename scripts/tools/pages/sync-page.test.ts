import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.dirname(path.dirname(path.dirname(import.meta.dirname)))
const page = readFileSync(path.join(root, 'SYNC.md'), 'utf8')

type Named = { file: string; title: string } | undefined

/** `` `file` title<br>`file` title `` */
const cellToTests = (cell: string): Named[] =>
  cell.split('<br>').map((part) => {
    const [, file, title] = /^\s*`([^`]+)` (.+?)\s*$/.exec(part) ?? []
    return file === undefined || title === undefined ? undefined : { file, title }
  })

function expectTests(tests: readonly Named[]): void {
  expect(tests.length).toBeGreaterThan(0)
  for (const found of tests) {
    const { file = '', title = '' } = found ?? {}
    const source = readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'")
    expect(source, `${file} has no test "${title}"`).toContain(title)
  }
}

/** The table of what a shop can rely on: `| promise | tests |`. */
const promises =
  (page.split('| what you can rely on | shown by |')[1] ?? '')
    .split('\n\n', 1)[0]
    ?.split('\n')
    .slice(2)
    .flatMap((line) => {
      const cells = /^\| ([^|]+) \| ([^|]+) \|$/.exec(line)
      return cells === null ? [] : [{ promise: cells[1] ?? '', tests: cellToTests(cells[2] ?? '') }]
    }) ?? []

describe('what SYNC.md promises to a shop', () => {
  it('is told in a table', () => {
    expect(promises.length).toBeGreaterThan(10)
  })

  it.each(promises)('"$promise" names tests that are there', ({ tests }) => {
    expectTests(tests)
  })
})

/** `| 17 | fault | \`file\` title<br>\`file\` title |` */
const rows = page.split('\n').flatMap((line) => {
  const cells = /^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/.exec(line)
  return cells === null ? [] : [{ number: Number(cells[1]), tests: cellToTests(cells[3] ?? '') }]
})

describe('the faults that SYNC.md lists', () => {
  it('are the 68 that sync must survive, each with a test', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 68 }, (_, index) => index + 1))
  })

  it.each(rows)('fault $number names tests that are there', ({ tests }) => {
    expectTests(tests)
  })
})
