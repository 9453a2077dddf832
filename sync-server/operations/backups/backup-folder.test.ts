import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOverdue, listBackups, removeLeftovers, removeOldBackups, toBackupAge, toBackupName } from './backup-folder.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mainspring-backup-folder-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const hourMs = 3_600_000
const now = new Date('2026-03-02T10:00:00.000Z')
const ago = (hours: number): Date => new Date(now.getTime() - hours * hourMs)
const write = (name: string): Promise<void> => writeFile(path.join(dir, name), 'x')

test('names sort by time and give it back to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 4_000_000_000 }), (one, other) => {
      const toName = (seconds: number): string => toBackupName(new Date(seconds * 1_000))
      expect(toName(one) < toName(other)).toBe(one < other)
    }),
  )
})

test('the newest stay, and nothing that is not a backup of this server is touched', async () => {
  for (let hours = 0; hours < 6; hours += 1) await write(toBackupName(ago(hours)))
  for (const name of ['mine.db', 'mainspring-old.db', 'mainspring-2026-03-01T10-00-00Z.db.copy']) await write(name)
  await mkdir(path.join(dir, 'mainspring-2020-01-01T00-00-00Z.db'))
  await removeOldBackups(dir, 3, toBackupName(now))
  expect((await listBackups(dir)).map(({ madeAt }) => madeAt)).toEqual([now, ago(1), ago(2)])
  expect(await readdir(dir)).toHaveLength(3 + 4)
})

test('the one just made stays although a wrong clock dated others later', async () => {
  const made = toBackupName(now)
  for (const name of [made, toBackupName(ago(-5)), toBackupName(ago(-6)), toBackupName(ago(-7))]) await write(name)
  await removeOldBackups(dir, 2, made)
  expect((await listBackups(dir)).map(({ name }) => name)).toEqual([toBackupName(ago(-7)), made])
})

test('what a killed process left goes away, whole backups and other files do not', async () => {
  const kept = toBackupName(now)
  for (const name of [kept, `${kept}.partial-17`, `${kept}.partial-17-journal`, 'other.db.partial-3']) await write(name)
  await removeLeftovers(dir, now)
  expect((await readdir(dir)).sort()).toEqual([kept, 'other.db.partial-3'].sort())
})

test('what another server of the same PostgreSQL is dumping stays, until nobody has written to it for an hour', async () => {
  const begun = `${toBackupName(now, 'dump')}.partial-17`
  await write(begun)
  await utimes(path.join(dir, begun), ago(0.5), ago(0.5))
  await removeLeftovers(dir, now)
  expect(await readdir(dir)).toEqual([begun])
  await removeLeftovers(dir, new Date(now.getTime() + hourMs))
  expect(await readdir(dir)).toEqual([])
})

test('copies of the file and dumps of PostgreSQL are counted together, so that those from before a move go in their time', async () => {
  for (const name of [toBackupName(now, 'dump'), toBackupName(ago(1), 'dump'), toBackupName(ago(2)), toBackupName(ago(3))]) await write(name)
  await removeOldBackups(dir, 3, toBackupName(now, 'dump'))
  expect((await listBackups(dir)).map(({ name }) => name)).toEqual([toBackupName(now, 'dump'), toBackupName(ago(1), 'dump'), toBackupName(ago(2))])
})

test('a folder that is not there holds no backups', async () => {
  expect(await listBackups(path.join(dir, 'nowhere'))).toEqual([])
})

test('age is that of the newest whose date can be right; none, or more than twice the time between two, is overdue', () => {
  const of = (...hours: number[]) => hours.map((count) => ({ name: 'n', madeAt: ago(count), sizeBytes: 1 }))
  expect(toBackupAge(of(3, 20), now)).toBe(3 * hourMs)
  expect(toBackupAge(of(-48, 20), now)).toBe(20 * hourMs)
  expect(toBackupAge(of(-0.5), now)).toBe(0)
  expect(toBackupAge([], now)).toBeUndefined()
  expect([isOverdue(undefined, 1), isOverdue(2, 1), isOverdue(2.1, 1)]).toEqual([true, false, true])
})
