import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCycles } from './cycles.ts'
import { allowedEdges, fullFolders, longFiles, looseTypes, sharedNames } from './exceptions.ts'
import { findFullFolders, findLongFiles, findLooseTypes, findSharedNames, findUntoldRooms, judge } from './rules.ts'
import { listEdges, readTree, type Edge } from './tree.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const tree = readTree(root)
const edges = listEdges(tree, root)

describe('the house', () => {
  test('no folder holds more files at one level than a person can look over', () => {
    expect(judge(findFullFolders(tree), fullFolders, 'fullFolders')).toEqual([])
  })

  test('no file of the product is longer than 400 lines', () => {
    expect(judge(findLongFiles(tree), longFiles, 'longFiles')).toEqual([])
  })

  test('each room says what it is and what it may touch, and touches nothing else', () => {
    const untold = findUntoldRooms(
      tree,
      edges.filter(({ from, to }) => !allowedEdges.some((edge) => edge.from === from && edge.to === to)),
    )
    expect([...untold.values()]).toEqual([])
  })

  test('no imports between rooms form a circle, types included', () => {
    expect(findCycles(edges, allowedEdges)).toEqual([])
  })

  test('no two files share a name', () => {
    expect(judge(findSharedNames(tree), sharedNames, 'sharedNames')).toEqual([])
  })

  test('the write paths use no loose types', () => {
    expect(judge(findLooseTypes(tree), looseTypes, 'looseTypes')).toEqual([])
  })
})

const edge = (file: string, target: string, isTypeOnly = false): Edge => {
  const room = (name: string): string => name.slice(0, name.lastIndexOf('/'))
  return { from: room(file), to: room(target), file, target, isTypeOnly }
}

describe('imports in a circle', () => {
  const upAndDown = [edge('a/one.ts', 'b/two.ts'), edge('b/two.ts', 'c/three.ts'), edge('c/three.ts', 'a/one.ts', true), edge('a/one.ts', 'c/three.ts')]

  test('are reported once, by the shortest path, with the files', () => {
    expect(findCycles(upAndDown, [])).toEqual([
      [
        'a → c → a is a circle. Move what both need to the lower room, or let the upper one pass it in as an argument:',
        '  a/one.ts imports c/three.ts',
        '  c/three.ts imports a/one.ts (types)',
      ].join('\n'),
      expect.stringMatching(/^b → c → a → b is a circle/),
    ])
  })

  test('may stay where they are listed, types as types only', () => {
    const allowed = { from: 'c', to: 'a', as: 'types', why: '' } as const
    expect(findCycles(upAndDown, [allowed])).toEqual([])
    expect(findCycles([...upAndDown, edge('c/three.ts', 'a/one.ts')], [allowed])).toHaveLength(2)
  })

  test('need no entry any more once they are gone', () => {
    const allowed = (as: 'types' | 'values') => [{ from: 'c', to: 'a', as, why: '' }]
    expect(findCycles(upAndDown, allowed('values'))).toEqual(["c imports only types of a by now: say as: 'types' in allowedEdges."])
    const here = 'take it out of allowedEdges in scripts/tools/rooms/exceptions.ts.'
    expect(findCycles(upAndDown.slice(2, 3), allowed('types'))).toEqual([`c → a closes no circle any more: ${here}`])
    expect(findCycles(upAndDown.slice(0, 2), allowed('types'))).toEqual([`c imports a no more: ${here}`])
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

  test('of a full folder', () => {
    const names = Array.from({ length: 21 }, (_, place): [string, string] => [`web/ui/${place}.ts`, ''])
    expect([...findFullFolders(new Map(names)).values()]).toEqual([
      'web/ui holds 21 files, more than 20 at one level: give those that belong together a folder of their own.',
    ])
    expect(findFullFolders(new Map([...names.slice(1), ['web/ui/README.md', '']])).size).toBe(0)
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

  test('of a room that does not say what it is, or touches more than it says', () => {
    const readme = (touched: string): string => `# web/voice\n\nListens.\n\nMay touch: ${touched}.\nStart with: \`voice.ts\`.\n`
    const files = ['web/voice/voice.ts', 'schema/rules/a.ts', 'schema/api/a.ts']
    const imports = [edge('web/voice/voice.ts', 'schema/rules/a.ts'), edge('web/voice/voice.ts', 'web/device/a.ts', true)]
    const find = (text: string): string[] =>
      [...findUntoldRooms(new Map([['web/voice/README.md', text], ...files.map((file): [string, string] => [file, ''])]), imports)].flatMap(
        ([room, sentence]) => (room.startsWith('web/voice') ? [sentence] : []),
      )
    expect(find(readme('`schema`'))).toEqual([])
    expect(find(readme('`schema/gone`'))).toEqual(['web/voice/README.md names schema/gone, which is not there.'])
    expect(find(readme('`schema/api`'))).toEqual([
      'web/voice/voice.ts imports schema/rules/a.ts, but web/voice/README.md does not say that this room may touch that. Move the code, or add it to "May touch:".',
    ])
    expect(find(readme('`schema`').replace('voice.ts', 'gone.ts'))).toEqual(['web/voice/README.md names web/voice/gone.ts, which is not there.'])
    expect(find('# web/voice\n')).toEqual(['web/voice/README.md lacks its line "May touch: …".'])
  })
})
