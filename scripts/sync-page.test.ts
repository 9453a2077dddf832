import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
const page = readFileSync(path.join(root, 'SYNC.md'), 'utf8')

/** `| 17 | fault | \`file\` title<br>\`file\` title |` */
const rows = page.split('\n').flatMap((line) => {
  const cells = /^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/.exec(line)
  return cells === null ? [] : [{ number: Number(cells[1]), tests: (cells[3] ?? '').split('<br>').map((cell) => /^\s*`([^`]+)` (.+?)\s*$/.exec(cell)) }]
})

describe('the faults that SYNC.md lists', () => {
  it('are the 48 that sync must survive, each with a test', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1))
  })

  it.each(rows)('fault $number names tests that are there', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const found of tests) {
      const [, file = '', title = ''] = found ?? []
      const source = readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'")
      expect(source, `${file} has no test "${title}"`).toContain(title)
    }
  })
})
