import 'fake-indexeddb/auto'
import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { goneText } from './file-queue.ts'
import { eachUnsentFile, type FilesStore, listUnsentEntries, openFilesStore, type PendingFile, storePending } from './files-store.ts'
import { letGoText } from '../storage/files-store-name.ts'
import { PendingFileUpdates } from './pending-file-updates.ts'
import { PendingFiles } from './pending-files.ts'
import { collect } from '../testing/collect.ts'

const now = '2026-03-02T09:00:00.000Z'

const open = new Set<FilesStore>()
afterEach(() => {
  for (const store of open) store.close()
  open.clear()
})

function newFile(trouble: string | null = null): PendingFile {
  const facts = { kind: 'photo', fileName: 'a.jpg', mimeType: 'image/jpeg', byteSize: 9, width: 4, height: 3, sha256: '00', caption: null } as const
  return {
    id: v7(),
    shopId: 'shop',
    orderId: 'order',
    draftKey: null,
    facts: { ...facts, forCustomer: false, takenAt: now },
    content: new TextEncoder().encode('a picture').buffer,
    thumbnail: null,
    thumbnailType: null,
    storedAt: now,
    trouble,
  }
}

/** Configurable rows, and a page that can be reopened on the same storage. */
async function createWorld(...files: PendingFile[]) {
  const world = { here: new Set<string>(), waiting: new Set<string>(), refused: new Set<string>(), discarded: new Set<string>() }
  const store = await openFilesStore(v7())
  open.add(store)
  for (const file of files) await storePending(store, file)
  const openPage = async () => {
    const pending = new PendingFiles({ store, ports: { clock: () => new Date(now), newId: v7 }, isRemovedOnPurpose: () => false, onRevived: () => undefined })
    const fates = new PendingFileUpdates({
      pending,
      rows: {
        discardedIds: () => world.discarded,
        isHere: async (id) => world.here.has(id),
        isRefused: (id) => world.refused.has(id),
        isWaiting: (id) => world.waiting.has(id),
      },
      onChanged: () => pending.refresh(),
    })
    await pending.refresh()
    await fates.begin()
    const list = async () => {
      await pending.refresh()
      return pending.entries.get().map(({ id, trouble }) => ({ id, trouble }))
    }
    return { look: () => fates.look(), list }
  }
  return { world, store, openPage }
}

test('a content whose refusal is discarded counts for nothing, and comes back with the refusal', async () => {
  const file = newFile()
  const { world, store, openPage } = await createWorld(file)
  world.refused.add(file.id)
  const page = await openPage()
  expect(await page.list()).toEqual([{ id: file.id, trouble: null }])
  world.refused.delete(file.id)
  world.discarded.add(file.id)
  await page.look()
  expect(await page.list()).toEqual([])
  expect(await listUnsentEntries(store)).toEqual([])
  const again = await openPage()
  expect(await again.list()).toEqual([])
  world.discarded.delete(file.id)
  world.refused.add(file.id)
  await again.look()
  expect(await again.list()).toEqual([{ id: file.id, trouble: null }])
  expect((await collect(eachUnsentFile(store))).map(({ content }) => new TextDecoder().decode(content))).toEqual(['a picture'])
})

test('a content that nobody can bring back any more leaves at the next start, and no other does', async () => {
  const [forgotten, tried, other, kept] = [newFile(letGoText), newFile(letGoText), newFile(), newFile(letGoText)]
  const { world, store, openPage } = await createWorld(forgotten, tried, other, kept)
  world.waiting.add(tried.id)
  world.discarded.add(kept.id)
  const page = await openPage()
  expect(await page.list()).toEqual([tried, other].map(({ id }) => ({ id, trouble: null })))
  expect(new Set(await store.bytes.toCollection().primaryKeys())).toEqual(new Set([tried.id, other.id, kept.id]))
})

test('a content that the server knew no row for is tried again once its row left this device and came back', async () => {
  const [gone, large] = [newFile(), newFile('Too large.')]
  const { world, store, openPage } = await createWorld(gone, large)
  for (const { id } of [gone, large]) world.here.add(id)
  const page = await openPage()
  await store.pending.update(gone.id, { trouble: goneText })
  const troubled = [
    { id: gone.id, trouble: goneText },
    { id: large.id, trouble: 'Too large.' },
  ]
  expect(await page.list()).toEqual(troubled)
  await page.look()
  expect(await page.list()).toEqual(troubled)
  world.here.clear()
  await page.look()
  expect(await page.list()).toEqual(troubled)
  for (const { id } of [gone, large]) world.here.add(id)
  await page.look()
  expect(await page.list()).toEqual([{ id: gone.id, trouble: null }, troubled[1]])
})

test('a content that the server knew no row for is tried once more at each start, while its row is here', async () => {
  const [here, away] = [newFile(goneText), newFile(goneText)]
  const { world, store, openPage } = await createWorld(here, away)
  world.here.add(here.id)
  const page = await openPage()
  const after = (trouble: string | null) => [
    { id: here.id, trouble },
    { id: away.id, trouble: goneText },
  ]
  expect(await page.list()).toEqual(after(null))
  await store.pending.update(here.id, { trouble: goneText })
  await page.look()
  expect(await page.list()).toEqual(after(goneText))
})
