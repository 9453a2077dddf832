import { describe, expect, it } from 'vitest'
import type { RowChange } from '../storage/rows/row-news.ts'
import type { Row, StoredRow } from '../rows/rows.ts'
import { RowCache } from './row-cache.ts'

const rowOf = (name: string, seq: number): Row => ({ id: 'a', shopId: 's', createdAt: '', updatedAt: '', seq, name })
const storedOf = (name: string, seq: number): StoredRow =>
  Object.assign(rowOf(name, seq), { rowKey: 'customers/a' as const, _deleted: false, _rev: '1', _meta: { lwt: 1 }, _attachments: {} })
const changeOf = (row: StoredRow | undefined): RowChange => ({ id: 'a', row, previous: undefined })

function openMemory(stored: StoredRow) {
  const world = { stored, reads: 0, pause: Promise.resolve(), told: [] as string[] }
  const database = {
    async find() {
      world.reads++
      const found = new Map([['a', world.stored]])
      await world.pause
      return found
    },
  }
  const memory = new RowCache(database, (_, [change], isRepeat) => void world.told.push(`${String(change?.row?.['name'])}${isRepeat ? ' again' : ''}`))
  const store = (row: StoredRow): void => {
    world.stored = row
    memory.hear('customers', [changeOf(row)])
  }
  const nameBy = async (way: 'find' | 'recall'): Promise<unknown> => (await memory[way]('customers', ['a'])).get('a')?.['name']
  return { world, memory, store, nameBy }
}

describe('rows between the database and the screens', () => {
  it('are read once for lists, and follow what changes', async () => {
    const { world, store, nameBy } = openMemory(storedOf('Mary', 1))
    expect(await nameBy('recall')).toBe('Mary')
    store(storedOf('Maria', 2))
    expect(await nameBy('recall')).toBe('Maria')
    expect(world.reads).toBe(1)
    expect(await nameBy('find')).toBe('Maria')
  })

  it('that change while they are read are not remembered as they were', async () => {
    const { world, store, nameBy } = openMemory(storedOf('Mary', 1))
    const go = Promise.withResolvers<void>()
    world.pause = go.promise
    const reading = nameBy('recall')
    store(storedOf('Maria', 2))
    go.resolve()
    expect(await reading).toBe('Maria')
    expect(await nameBy('recall')).toBe('Maria')
  })

  it('that were deleted meanwhile are gone', async () => {
    const { memory, nameBy } = openMemory(storedOf('Mary', 1))
    await nameBy('recall')
    const end = memory.show('customers', [{ id: 'a', row: null, seq: 2 }])
    expect([await nameBy('recall'), await nameBy('find')]).toEqual([undefined, undefined])
    memory.hear('customers', [changeOf(undefined)])
    await end()
  })

  it('show early, and when they are stored so nobody has to look again', async () => {
    const { world, memory, store, nameBy } = openMemory(storedOf('Mary', 1))
    const end = memory.show('customers', [{ id: 'a', row: rowOf('Maria', 2), seq: 2 }])
    expect([await nameBy('find'), await nameBy('recall')]).toEqual(['Maria', 'Maria'])
    store(storedOf('Maria', 2))
    await end()
    expect(world.told).toEqual(['Maria', 'Maria again'])
    store(storedOf('Marie', 3))
    expect(world.told.at(-1)).toBe('Marie')
  })

  it('that show early and are stored otherwise are told anew', async () => {
    const { world, memory, store, nameBy } = openMemory(storedOf('Mary', 1))
    const end = memory.show('customers', [{ id: 'a', row: rowOf('Maria', 2), seq: 2 }])
    store(storedOf('Typed', 2))
    await end()
    expect(world.told).toEqual(['Maria', 'Typed'])
    expect(await nameBy('find')).toBe('Typed')
  })

  it('that show early and are never stored go back', async () => {
    const { world, memory, nameBy } = openMemory(storedOf('Mary', 1))
    const end = memory.show('customers', [{ id: 'a', row: rowOf('Maria', 2), seq: 2 }])
    await end()
    expect(world.told).toEqual(['Maria', 'Mary'])
    expect([await nameBy('find'), await nameBy('recall')]).toEqual(['Mary', 'Mary'])
  })
})
