import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { faults, fromVersion1 } from './sync-faults.ts'

const root = path.dirname(path.dirname(path.dirname(import.meta.dirname)))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const promises = [...read('SYNC.md').matchAll(/^(\d)\. \*\*(.+?)\*\*[^]*?^ {3}Shown by `([^`]+)` (.+)$/gm)].map(
  ([, number, promise = '', file = '', title = '']) => ({
    number,
    promise,
    file,
    title,
  }),
)

describe('what SYNC.md promises', () => {
  it('are six promises', () => {
    expect(promises.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it.each(promises)('"$promise" names a test that is there', ({ file, title }) => {
    expect(read(file).replaceAll("\\'", "'")).toContain(title)
  })
})

const testFiles = ['schema', 'sync-server', 'web', 'scripts'].flatMap((part) =>
  readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' }).flatMap((file) => (/\.(?:test|spec)\.tsx?$/.test(file) ? [`${part}/${file}`] : [])),
)
const shown = new Set(testFiles.flatMap((file) => [...read(file).matchAll(/['"`]hazard (\d+): /g)].map(([, number]) => Number(number))))

describe('the faults that sync survives', () => {
  it.each(Object.entries(faults).map(([number, fault]) => ({ number: Number(number), fault })))('$number, "$fault", has a test', ({ number }) => {
    expect(shown.has(number) || fromVersion1.includes(number), `No title of a test begins with "hazard ${number}: "`).toBe(true)
  })

  it('are all that titles name', () => {
    expect([...shown].filter((number) => !(number in faults))).toEqual([])
  })
})
