import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const serverRoot = path.dirname(import.meta.dirname)

const readSources = (room: string): { file: string; text: string }[] =>
  readdirSync(path.join(serverRoot, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])test-/.test(file))
    .map((file) => ({ file: `${room}/${file}`, text: readFileSync(path.join(serverRoot, room, file), 'utf8') }))

const filesWith = (room: string, pattern: RegExp): string[] => readSources(room).flatMap(({ file, text }) => (pattern.test(text) ? [file] : []))

describe('the rooms of the server', () => {
  it('write nothing where they only read', () => {
    expect(filesWith('queries', /\b(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|services\.db\b|[{,] db[ ,}:][^=]*\}: Services/)).toEqual([])
  })

  it('hold no SQL in routes', () => {
    expect(filesWith('routes', /\b(selectFrom|insertInto|updateTable|deleteFrom)\(/)).toEqual([])
  })
})
