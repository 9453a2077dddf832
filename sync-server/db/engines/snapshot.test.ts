import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onPostgres, onSqlite } from '../../testing/test-database.ts'
import { createWorld, type World } from '../../testing/test-world.ts'
import type { Db } from '../database.ts'
import { inSnapshot } from '../transaction.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const write = (name: string) => world.services.db.insertInto('server_keys').values({ name, value: 'snapshot' }).execute()
const readNames = async (reader: Db): Promise<string[]> =>
  (await reader.selectFrom('server_keys').select('name').where('value', '=', 'snapshot').orderBy('name').execute()).map(({ name }) => name)

test('a snapshot stays at its first moment while others write and read', async () => {
  const { reader } = world.services
  await write('before')
  await inSnapshot(reader, async (snapshot) => {
    expect(await readNames(snapshot)).toEqual(['before'])
    await write('meanwhile')
    expect(await readNames(reader)).toEqual(['before', 'meanwhile'])
    expect(await readNames(snapshot)).toEqual(['before'])
  })
  expect(await inSnapshot(reader, readNames)).toEqual(['before', 'meanwhile'])
})

test('nothing is written in a snapshot', async () => {
  const writing = inSnapshot(world.services.reader, (snapshot) => snapshot.insertInto('server_keys').values({ name: 'a', value: 'snapshot' }).execute())
  await expect(writing).rejects.toThrow(/read-?only/i)
  expect(await readNames(world.services.reader)).toEqual([])
})

onSqlite(() => {
  /** 1 while a reader keeps the WAL from being emptied. */
  const emptyJournal = async () => (await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(world.services.db)).rows[0]?.busy

  test('a snapshot that failed no longer holds the journal', async () => {
    const failing = inSnapshot(world.services.reader, async (snapshot) => {
      await readNames(snapshot)
      await write('a')
      expect(await emptyJournal()).toBe(1)
      throw new Error('gone away')
    })
    await expect(failing).rejects.toThrow('gone away')
    expect(await emptyJournal()).toBe(0)
  })
})

onPostgres(() => {
  test('a snapshot that failed gives its connection back', async () => {
    const { reader } = world.services
    // More rounds than pooled connections.
    for (let round = 0; round < 12; round += 1) {
      const failing = inSnapshot(reader, async (snapshot) => {
        await readNames(snapshot)
        throw new Error('gone away')
      })
      await expect(failing).rejects.toThrow('gone away')
    }
    const { rows } = await sql<{ held: number }>`
      select count(*) as held from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(reader)
    expect(rows).toEqual([{ held: 0 }])
  })
})
