import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMove, copyToCategories, findCategoryAbove, nodeToCopy, treeToNodeById } from './category-tree-moves.ts'
import { type CategoryFields, categoriesToTree } from './category-tree.ts'

const category = (id: string, name: string, parentId: string | null = null): CategoryFields => ({ id, name, parentId })

const categories = [
  category('phones', 'Phones'),
  category('screens', 'Screens', 'phones'),
  category('cases', 'Cases', 'phones'),
  category('oled', 'OLED', 'screens'),
  category('tools', 'Tools'),
]
const byId = new Map(categories.map((row) => [row.id, row]))
const tree = categoriesToTree(categories, [])
const nodeById = treeToNodeById(tree)

describe('moving a category', () => {
  it.each([
    ['oled', 'phones', 'allowed'],
    ['oled', null, 'allowed'],
    ['oled', 'screens', 'here'],
    ['tools', null, 'here'],
    ['phones', 'oled', 'cycle'],
    ['phones', 'phones', 'cycle'],
  ] as const)('%s under %s: %s', (id, parentId, expected) => {
    expect(checkMove(byId, id, parentId)).toBe(expected)
  })

  it('keeps the moved category and all below it within twelve levels', () => {
    const chain = Array.from({ length: 11 }, (_, level) => category(`level ${level + 1}`, 'x', level === 0 ? null : `level ${level}`))
    const rows = new Map([...chain, ...categories].map((row) => [row.id, row]))
    expect(checkMove(rows, 'tools', 'level 11')).toBe('allowed')
    expect(checkMove(rows, 'screens', 'level 11')).toBe('deep')
    expect(checkMove(rows, 'screens', 'level 10')).toBe('allowed')
  })

  it('never makes a circle, whatever is moved where', () => {
    const moves = fc.array(fc.record({ id: fc.nat(9), under: fc.option(fc.nat(9)) }), { maxLength: 60 })
    fc.assert(
      fc.property(moves, (wishes) => {
        const rows = new Map(Array.from({ length: 10 }, (_, index) => [`c${index}`, category(`c${index}`, `c${index}`)]))
        for (const { id, under } of wishes) {
          const parentId = under === null ? null : `c${under}`
          const row = rows.get(`c${id}`)
          if (row && checkMove(rows, row.id, parentId) === 'allowed') rows.set(row.id, { ...row, parentId })
        }
        for (const { id } of rows.values()) {
          let steps = 0
          for (let above = rows.get(id)?.parentId ?? null; above !== null; above = rows.get(above)?.parentId ?? null) expect(++steps).toBeLessThan(10)
        }
      }),
    )
  })

  it('to be a child goes under the one right above on the same level', () => {
    expect(findCategoryAbove(tree, nodeById, 'screens')?.id).toBe('cases')
    expect(findCategoryAbove(tree, nodeById, 'cases')).toBeUndefined()
    expect(findCategoryAbove(tree, nodeById, 'tools')?.id).toBe('phones')
  })
})

describe('copying a category', () => {
  const copyOf = (id: string) => nodeToCopy(nodeById.get(id) ?? { name: '', children: [] })
  const paste = (copy: ReturnType<typeof nodeToCopy>, target: string | null) => {
    let made = 0
    return copyToCategories(copy, target, () => `new${++made}`)
  }

  it('takes its name and all names below', () => {
    expect(copyOf('phones')).toEqual({
      name: 'Phones',
      children: [
        { name: 'Cases', children: [] },
        { name: 'Screens', children: [{ name: 'OLED', children: [] }] },
      ],
    })
  })

  it('is pasted with new ids, parents first', () => {
    expect(paste(copyOf('phones'), 'tools')).toEqual([
      category('new1', 'Phones', 'tools'),
      category('new2', 'Cases', 'new1'),
      category('new3', 'Screens', 'new1'),
      category('new4', 'OLED', 'new3'),
    ])
    expect(paste(copyOf('tools'), null)).toEqual([category('new1', 'Tools')])
  })

  it('gives the same tree again, also below itself', () => {
    const pasted = paste(copyOf('phones'), 'oled') ?? []
    const next = treeToNodeById(categoriesToTree([...categories, ...pasted], []))
    expect(nodeToCopy(next.get('new1') ?? { name: '', children: [] })).toEqual(copyOf('phones'))
    expect(next.get('new1')?.path).toEqual(['Phones', 'Screens', 'OLED', 'Phones'])
  })

  it('holds 500 categories at most', () => {
    const wide = (count: number) => ({ name: 'top', children: Array.from({ length: count - 1 }, (_, index) => ({ name: `C${index}`, children: [] })) })
    expect(paste(wide(500), null)).toHaveLength(500)
    expect(paste(wide(501), null)).toBeUndefined()
  })
})
