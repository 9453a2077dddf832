import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { longFiles, looseTypes, sharedNames } from './exceptions.ts'
import { fileToRoom, mayImport, ROOMS } from './room-table.ts'
import { findLongFiles, findLooseTypes, findSharedNames, judge, readTree } from './rules.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const tree = readTree(root)

describe('the rooms', () => {
  const declared = Object.entries(ROOMS).flatMap(([part, rooms]) => Object.keys(rooms).map((room) => `${part}/${room}`))

  test('are the folders that are there', () => {
    expect([...declared].sort()).toEqual([...new Set([...tree.keys()].flatMap((file) => fileToRoom(file) ?? []))].sort())
  })

  test('have a line each in ARCHITECTURE.md, in the same order', () => {
    const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    expect([...page.matchAll(/^- `([^`]+)`: /gm)].map(([, room]) => room)).toEqual(declared)
  })

  test('import only rooms below them, so that none forms a circle', () => {
    for (const rooms of Object.values(ROOMS)) {
      const names = Object.keys(rooms)
      const upward = names.flatMap((name, place) =>
        rooms[name]?.filter((other) => other !== '*' && !names.slice(0, place).includes(other)).map((other) => `${name} → ${other}`),
      )
      expect(upward).toEqual([])
    }
  })

  test('may be imported with what is inside of them', () => {
    expect(mayImport('web/features', 'web/device/react')).toBe(true)
    expect(mayImport('web/device', 'web/device/tabs')).toBe(true)
    expect(mayImport('web/device/tabs', 'web/device')).toBe(false)
    expect(mayImport('sync-server/store', 'sync-server/commands')).toBe(false)
    expect(mayImport('sync-server/new-room', 'sync-server/db')).toBe(false)
  })
})

describe('the house', () => {
  test('has no file of the product that is longer than 400 lines', () => {
    expect(judge(findLongFiles(tree), longFiles, 'longFiles')).toEqual([])
  })

  test('has no two files of one name', () => {
    expect(judge(findSharedNames(tree), sharedNames, 'sharedNames')).toEqual([])
  })

  test('uses no loose types on the write paths', () => {
    expect(judge(findLooseTypes(tree), looseTypes, 'looseTypes')).toEqual([])
  })
})

describe('each rule names the file and says what to do', () => {
  const lines = (count: number): string => 'x\n'.repeat(count)

  test('of a long file, and of an exception that is not needed', () => {
    const found = findLongFiles(new Map([['web/a.ts', lines(401)], ['web/b.ts', lines(400)], ['web/c.test.ts', lines(900)]])) // prettier-ignore
    expect(judge(found, { 'web/b.ts': 'once' }, 'longFiles')).toEqual([
      'web/a.ts has 401 lines, more than 400: find its second job and give that a file of its own.',
      'web/b.ts needs no exception any more: take it out of longFiles in scripts/tools/rooms/exceptions.ts.',
    ])
  })

  test('of two files with one name, unless schema and server use it for the same collection or call', () => {
    const found = findSharedNames(
      new Map(
        [
          'schema/collections/work/orders.ts',
          'sync-server/routes/orders.ts',
          'web/ui/list.ts',
          'web/device/list.ts',
          'web/a/feature.ts',
          'web/b/feature.ts',
        ].map((file) => [file, '']),
      ),
    )
    expect([...found.values()]).toEqual(['web/ui/list.ts and web/device/list.ts have one name: say in the name what each is for, as in device-list.ts.'])
  })

  test('of a loose type, outside of comments', () => {
    const text = '// as never is any\nconst a: any = 1\nconst company = "any: any"\nexpect.any(String)\nreturn row as unknown as Row'
    expect([...findLooseTypes(new Map([['sync-server/store/a.ts', text]])).keys()]).toEqual([
      'sync-server/store/a.ts: any',
      'sync-server/store/a.ts: as unknown as',
    ])
  })
})
