import 'fake-indexeddb/auto'
import { Dexie, type Table } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { failOpening, notOpened } from '../testing/fail-opening.ts'
import { toLasting } from './lasting-database.ts'

const opened: Dexie[] = []
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

async function openWithRow(): Promise<Dexie & { rows: Table<{ id: number }, number> }> {
  const database = toLasting(new Dexie(v7()) as Dexie & { rows: Table<{ id: number }, number> })
  opened.push(database)
  database.version(1).stores({ rows: 'id' })
  await database.open()
  await database.rows.put({ id: 1 })
  return database
}

const closeAsTheBrowser = (database: Dexie): void => database.close({ disableAutoOpen: false })

describe('a database that the browser closed', () => {
  test.for(['AbortError', 'UnknownError', 'InvalidStateError'])('hazard 68: answers again after its opening failed with %s, whoever asks', async (name) => {
    const database = await openWithRow()
    closeAsTheBrowser(database)
    using failing = failOpening(database.name, name)
    await expect(database.rows.get(1)).rejects.toThrow(notOpened)
    await expect(database.transaction('rw', database.rows, () => database.rows.get(1))).rejects.toThrow(notOpened)
    await expect(database.open()).rejects.toThrow(notOpened)
    failing.end()
    expect(await database.transaction('rw', database.rows, () => database.rows.get(1))).toEqual({ id: 1 })
    expect(await database.rows.get(1)).toEqual({ id: 1 })
  })

  test('fails each who asked while it could not be opened, and asks the browser once for all of them', async () => {
    const database = await openWithRow()
    closeAsTheBrowser(database)
    using failing = failOpening(database.name, 'AbortError')
    const answers = await Promise.allSettled([1, 2, 3].map((id) => database.rows.get(id)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(failing.tried).toEqual([database.name])
  })

  test('stays closed where we closed it, also while it was being opened', async () => {
    const database = await openWithRow()
    closeAsTheBrowser(database)
    const opening = database.open()
    database.close()
    await expect(opening).rejects.toThrow('closed')
    await expect(database.rows.get(1)).rejects.toThrow('closed')
    expect(database.isOpen()).toBe(false)
  })
})
