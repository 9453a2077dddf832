import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { rowsDatabaseName } from '../storage/row-database.ts'
import { createTabLocks } from '../platform/ports.ts'
import { askForRowsAnew, otherTabsNotice } from './rows-anew.ts'
import { customerInput, testStorage, faulty, mapNotes, offline, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { storageTroubleMessage } from '../platform/storage-errors.ts'
import { signInToServer } from '../testing/test-server-api.ts'
import { password, serveNorth } from '../testing/test-shop-server.ts'

const north = serveNorth({ lab: privilegeNames })

/** Deletes all rows and checkpoints and leaves a database without this app's tables. */
function breakDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const removal = indexedDB.deleteDatabase(name)
    removal.onerror = () => reject(new Error('not deleted'))
    removal.onsuccess = () => {
      // At a version this high no upgrade runs, so every read fails.
      const opening = indexedDB.open(name, 99_999)
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
      opening.onerror = () => reject(new Error('not opened'))
    }
  })
}

it('a dead database of rows is dropped when asked for: the rows come again, what waits and what is drafted stays', async () => {
  const userId = north.userIdOf('lab')
  const api = faulty(await signInToServer(north.server.url, userId, 'lab', password))
  const notes = mapNotes()
  const open = () => openTestDevice({ userId, api, storage: testStorage('tablet'), notes })
  const before = await open()
  const known = customerInput()
  await before.write(north.shopId, [known])
  await untilSynced(before)
  api.always = offline
  const unsent = customerInput()
  await before.write(north.shopId, [unsent])
  await before.drafts.save('form', { name: 'half typed' })
  await before.close()

  await breakDatabase(rowsDatabaseName(userId))
  const broken = await open()
  await until(() => broken.sync.status.get().problem === storageTroubleMessage, 'the word of the trouble')
  await broken.close()
  askForRowsAnew(notes, userId)
  const after = await open()
  expect(after.outbox.waiting.get()).toHaveLength(1)
  expect(await after.rows.read('customers', unsent.id)).toBeDefined()
  expect((await after.drafts.listLeft()).map(({ value }) => value)).toEqual([{ name: 'half typed' }])
  api.always = undefined
  await after.sync.run()
  await untilSynced(after)
  await until(async () => (await after.rows.count('customers', north.shopId)) === 2, 'both customers')
  expect(await after.rows.read('customers', known.id)).toBeDefined()
  expect(after.sync.status.get().problem).toBeNull()
})

it('rows are not dropped under another tab, which would go on behind them; the person is told', async () => {
  const userId = north.userIdOf('lab')
  const api = await signInToServer(north.server.url, userId, 'lab', password)
  const notes = mapNotes()
  const real = createTabLocks()
  const locks: typeof real = {
    request: (name, options, run) =>
      name.startsWith('mainspring-open-') && options.mode !== 'shared'
        ? new Promise((_, reject) => {
            options.signal?.addEventListener('abort', () => reject(new DOMException('Waited too long', 'AbortError')))
          })
        : real.request(name, options, run),
  }
  askForRowsAnew(notes, userId)
  const device = await openTestDevice({ userId, api, storage: testStorage('second'), notes, locks })
  expect(device.sync.status.get().problem).toBe(otherTabsNotice)
})
