import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { filesStoreName } from '../storage/files-store-name.ts'
import { emptyKeptFiles, emptyUserDatabases } from '../storage/wipe.ts'
import { collect } from '../testing/collect.ts'
import { failOpening, notOpened } from '../testing/fail-opening.ts'
import { mapNotes } from '../testing/test-device.ts'
import { closeFileRooms, createWorld, newFile, openRoom, until, type World } from '../testing/test-files.ts'
import { openFilesStore, storePending } from './files-store.ts'

afterEach(closeFileRooms)

async function emptyUnderneath(name: string): Promise<void> {
  const database = await new Dexie(name).open()
  await database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear())))
  database.close()
}

const ways = [
  { how: 'deleted', clear: (world: World) => Dexie.delete(filesStoreName(world.userId)) },
  { how: 'emptied underneath', clear: (world: World) => emptyUnderneath(filesStoreName(world.userId)) },
]
const [{ clear }] = ways as [(typeof ways)[number]]

/** Offline, so that nothing is sent; with one order. */
function createQuietWorld(): World {
  const world = createWorld()
  world.orders.add('order')
  world.isOnline = false
  return world
}

const goOnline = (world: World): void => world.changeRows(() => (world.isOnline = true))

async function readPending(world: World): Promise<string[]> {
  const store = await openFilesStore(world.userId)
  try {
    return (await store.pending.toCollection().primaryKeys()).toSorted()
  } finally {
    store.close()
  }
}

/** Storage that accepts `writes` write transactions and rejects others until the returned function is called. */
function failWritesAfter(writes: number): () => void {
  const { transaction } = Dexie.prototype
  let left = writes
  Dexie.prototype.transaction = function (this: Dexie, mode: string, ...rest: unknown[]) {
    if (Dexie.currentTransaction === null && mode.startsWith('rw') && left-- <= 0)
      return Promise.reject(new DOMException('No room', 'QuotaExceededError')) as never
    return Reflect.apply(transaction, this, [mode, ...rest])
  }
  return () => void (Dexie.prototype.transaction = transaction)
}

describe('contents whose storage the browser removed under the open page', () => {
  test.for(ways)('are stored again and sent when it was $how', async ({ clear }) => {
    const world = createQuietWorld()
    const { room, readProgress } = await openRoom(world)
    const file = newFile(world, 'order', 'photos/order')
    await room.add(file)
    await room.describe(file.id, { caption: 'The crack' })
    await clear(world)
    await room.look()
    expect(room.entries.get()).toMatchObject([{ id: file.id, draftKey: null, facts: { caption: 'The crack' } }])
    expect(await readPending(world)).toEqual([file.id])
    expect(readProgress()).toMatchObject({ waiting: 1, lost: 0, unstored: 0 })
    goOnline(world)
    await until(() => world.server.size === 2)
    expect([...world.server]).toEqual([
      [`${file.id}/thumbnail`, 'small'],
      [`${file.id}/content`, 'a picture'],
    ])
    await until(() => room.entries.get().length === 0)
    expect(room.lost.get()).toEqual([])
  })

  const steps = ['add', 'describe', 'claim', 'save', 'settle', 'refuse', 'retry', 'send'] as const
  for (const { how, clear } of ways) {
    test.for(steps.map((step) => ({ step })))(
      `are on the server in the end, with one row, when it was ${how} before the step "$step"`,
      async ({ step: cleared }) => {
        const world = createQuietWorld()
        const { room } = await openRoom(world)
        const [other, file] = [newFile(world, null, 'form'), newFile(world, null, 'form')]
        const onTheWay: Record<(typeof steps)[number], () => unknown> = {
          add: () => room.add(file),
          describe: () => room.describe(file.id, { caption: 'The crack', forCustomer: true }),
          claim: () => room.claim('form', 'new order'),
          save: () => world.orders.add('new order'),
          settle: () => room.settle(),
          async refuse() {
            world.failNext.push(new AppError('PAYLOAD_TOO_LARGE', 'Too large.'), new AppError('PAYLOAD_TOO_LARGE', 'Too large.'))
            goOnline(world)
            await until(async () => {
              await room.look()
              return room.entries.get().filter(({ trouble }) => trouble !== null).length === 2
            })
          },
          retry: () => Promise.all([room.retry(file.id), room.retry(other.id)]),
          send: () => until(() => room.entries.get().length === 0),
        }
        await room.add(other)
        for (const step of steps) {
          if (step === cleared) await clear(world)
          await onTheWay[step]()
        }
        await room.look()
        await until(() => room.entries.get().length === 0)
        for (const { id } of [file, other]) expect(world.server.get(`${id}/content`)).toBe('a picture')
        expect(world.written.map(({ id }) => id).toSorted()).toEqual([file.id, other.id].toSorted())
        expect(world.written.find(({ id }) => id === file.id)).toMatchObject({ orderId: 'new order', facts: { caption: 'The crack', forCustomer: true } })
        expect(room.lost.get()).toEqual([])
      },
    )
  }

  test('get their rows once the order is here again that they were added for', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, null, 'form')
    await room.add(file)
    await room.claim('form', 'new order')
    await clear(world)
    await room.look()
    await room.settle()
    expect(world.written).toEqual([])
    world.changeRows(() => world.orders.add('new order'))
    await until(() => world.written.length === 1)
    expect(world.written).toMatchObject([{ id: file.id, orderId: 'new order' }])
  })

  test('are shown from what the page holds before they are stored again', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    await clear(world)
    const [content, thumbnail] = [await room.read(file, 'content'), await room.read(file, 'thumbnail')]
    expect(content.state === 'here' && (await content.blob.text())).toBe('a picture')
    expect(thumbnail.state === 'here' && (await thumbnail.blob.text())).toBe('small')
  })

  test('do not come back when they were sent, or taken away, before', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const [sent, removed] = [newFile(world, 'order', 'a'), newFile(world, null, 'form')]
    await room.add(sent)
    await room.add(removed)
    goOnline(world)
    await until(() => room.entries.get().length === 1)
    await room.remove([removed.id])
    await clear(world)
    await room.look()
    expect([room.entries.get(), room.lost.get()]).toEqual([[], []])
    expect(world.puts).toHaveLength(2)
  })

  test('are taken away for good by whoever takes them away first after that', async () => {
    const world = createQuietWorld()
    const [one, other] = [await openRoom(world), await openRoom(world)]
    const [own, file] = [newFile(world, null, 'form'), newFile(world, null, 'form')]
    await one.room.add(file)
    await other.room.add(own)
    await until(() => one.room.entries.get().length === 2 && other.room.entries.get().length === 2)
    await clear(world)
    world.onTheWay = []
    await other.room.remove([file.id])
    world.deliver()
    await one.room.refresh()
    expect(await readPending(world)).toEqual([own.id])
    await until(() => one.room.entries.get().length === 1 && other.room.entries.get().length === 1)
    expect([one.room.lost.get(), other.room.lost.get()]).toEqual([[], []])
  })

  test('are each stored again by the tab that holds them, and none is told as lost', async () => {
    const world = createQuietWorld()
    const [one, other] = [await openRoom(world), await openRoom(world)]
    const [first, second] = [newFile(world, 'order', 'a'), newFile(world, 'order', 'b')]
    await one.room.add(first)
    await other.room.add(second)
    await until(() => one.room.entries.get().length === 2 && other.room.entries.get().length === 2)
    await clear(world)
    await one.room.look()
    await until(() => one.room.entries.get().length === 2 && other.room.entries.get().length === 2)
    await until(() => one.room.lost.get().length === 0 && other.room.lost.get().length === 0)
    expect(await readPending(world)).toEqual([first.id, second.id].toSorted())
    goOnline(world)
    await until(() => world.server.size === 4)
  })

  test('are stored again also where a page of after the removal was the first to notice', async () => {
    const world = createQuietWorld()
    const one = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await one.room.add(file)
    await clear(world)
    const other = await openRoom(world)
    await until(() => other.room.entries.get().length === 1)
    expect([one.room.lost.get(), other.room.lost.get()]).toEqual([[], []])
  })

  test('stay in the page, are counted and go into a file where nothing can be stored; and are stored once that works', async () => {
    const world = createQuietWorld()
    const { room, readProgress } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    await clear(world)
    const release = failWritesAfter(0)
    await room.look()
    expect(readProgress()).toMatchObject({ waiting: 1, unstored: 1, lost: 0 })
    expect(room.entries.get()).toMatchObject([{ id: file.id }])
    expect((await collect(room.eachUnsent())).map(({ id, content }) => [id, new TextDecoder().decode(content)])).toEqual([[file.id, 'a picture']])
    await expect(room.add(newFile(world, 'order', 'b'))).rejects.toThrow('The storage of this device is full.')
    release()
    await room.look()
    expect(readProgress()).toMatchObject({ waiting: 1, unstored: 0, lost: 0 })
    expect(await readPending(world)).toEqual([file.id])
  })

  test('are stored again where the browser could not open the storage while it removed it', async () => {
    const world = createQuietWorld()
    const { room, readProgress } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    await clear(world)
    using failing = failOpening(filesStoreName(world.userId))
    await expect(room.look()).rejects.toThrow(notOpened)
    await expect(room.describe(file.id, { caption: 'The crack' })).rejects.toThrow(notOpened)
    expect(failing.tried).not.toEqual([])
    failing.end()
    await room.look()
    expect(await readPending(world)).toEqual([file.id])
    expect(readProgress()).toMatchObject({ waiting: 1, lost: 0, unstored: 0 })
    goOnline(world)
    await until(() => world.server.size === 2)
  })

  test.for(ways)('go into a file whole, also when it was $how while that was written', async ({ clear }) => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const files = [newFile(world, 'order', 'a', 'one'), newFile(world, 'order', 'b', 'two')]
    for (const file of files) await room.add(file)
    const texts: string[] = []
    for await (const { content } of room.eachUnsent()) {
      texts.push(new TextDecoder().decode(content))
      if (texts.length === 1) await clear(world)
    }
    expect(texts).toEqual(['one', 'two'])
  })

  test('are stored again where their entry was discarded and put back before that', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    world.changeRows(() => world.discarded.add(file.id))
    await until(() => room.entries.get().length === 0)
    world.changeRows(() => world.discarded.delete(file.id) && world.refused.add(file.id))
    await until(() => room.entries.get().length === 1)
    await clear(world)
    await room.look()
    expect(room.entries.get()).toMatchObject([{ id: file.id, trouble: null }])
    expect([await readPending(world), room.lost.get()]).toEqual([[file.id], []])
  })
})

describe('contents that no page can store again', () => {
  /** A room whose only content was cleared; another page had added it. */
  async function openWithLoss(world: World) {
    const left = newFile(world, 'order', 'a')
    const before = await openRoom(world)
    await before.room.add(left)
    before.close()
    const opened = await openRoom(world)
    await clear(world)
    await opened.room.look()
    return { ...opened, left }
  }

  test('are told with name and order until somebody has seen it, also by the next page', async () => {
    const world = createQuietWorld()
    const { readProgress, left, room, close } = await openWithLoss(world)
    expect(readProgress()).toMatchObject({ waiting: 0, lost: 1 })
    const lost = { id: left.id, shopId: world.shopId, orderId: 'order', kind: 'photo', name: 'a.jpg', lostAt: '2026-03-02T09:00:00.000Z' }
    expect(room.lost.get()).toEqual([lost])
    close()
    const next = await openRoom(world)
    expect(next.room.lost.get()).toEqual([lost])
    await next.room.letGoLost([left.id])
    expect(next.readProgress()).toMatchObject({ lost: 0 })
    next.close()
    expect((await openRoom(world)).room.lost.get()).toEqual([])
  })

  test('are told again when the storage is removed once more', async () => {
    const world = createQuietWorld()
    const { left, room } = await openWithLoss(world)
    await clear(world)
    await room.look()
    expect(room.lost.get()).toMatchObject([{ id: left.id }])
  })

  test('leave the list when the server turns out to have them', async () => {
    const world = createQuietWorld()
    const { left, room, readProgress } = await openWithLoss(world)
    world.changeRows(() => world.stored.add(v7()))
    world.changeRows(() => world.stored.add(left.id))
    await until(() => room.lost.get().length === 0)
    expect(readProgress()).toMatchObject({ lost: 0 })
  })

  test('leave the list when a file of unsent work brings them back, and stay on it when that one is damaged', async () => {
    const world = createQuietWorld()
    const { left, room, readProgress } = await openWithLoss(world)
    const carried = { ...left, draftKey: null, storedAt: '2026-03-02T08:00:00.000Z', trouble: null }
    async function* readDamaged() {
      yield carried
      throw new AppError('VALIDATION', 'Photo 2 of 2 in the file is damaged.')
    }
    await expect(room.takeOver(readDamaged())).rejects.toThrow('Photo 2 of 2 in the file is damaged.')
    expect([await readPending(world), room.entries.get()]).toEqual([[], []])
    expect(room.lost.get()).toMatchObject([{ id: left.id }])
    expect(await room.takeOver([carried])).toBe(1)
    expect([await readPending(world), room.lost.get()]).toEqual([[left.id], []])
    expect(readProgress()).toMatchObject({ waiting: 1, lost: 0 })
  })

  test('are the oldest where a page has added more than it holds', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world, { heldMaxBytes: 2 * ('a picture'.length + 'small'.length) })
    const files = [1, 2, 3].map(() => newFile(world, 'order', 'a'))
    for (const file of files) await room.add(file)
    const [oldest, ...newest] = files.map(({ id }) => id)
    await clear(world)
    await room.look()
    expect(room.lost.get().map(({ id }) => id)).toEqual([oldest])
    expect(room.entries.get().map(({ id }) => id)).toEqual(newest)
  })

  test('are told without a name where they lay sealed', async () => {
    const world = createQuietWorld()
    const nothing = { iv: new Uint8Array(12), data: new ArrayBuffer() }
    const store = await openFilesStore(world.userId)
    await store.sealed.put({ id: 'sealed', keyId: 'key', publicKey: 'public', entry: nothing, content: nothing, thumbnail: null })
    store.close()
    const { room, readProgress } = await openRoom(world, { openSealed: async () => 'waiting' })
    await clear(world)
    await room.look()
    expect(room.lost.get()).toMatchObject([{ id: 'sealed', name: null, shopId: null, orderId: null, kind: null }])
    expect(readProgress()).toMatchObject({ sealed: 0, lost: 1 })
  })
})

describe('nothing is told as lost', () => {
  test('when somebody removed everything on purpose, and nothing comes back', async () => {
    const world = createQuietWorld()
    const { room, readProgress } = await openRoom(world)
    await room.add(newFile(world, 'order', 'a'))
    await emptyUserDatabases(mapNotes(), world.userId)
    world.isRemovedOnPurpose = true
    await room.look()
    expect([room.entries.get(), room.lost.get(), await readPending(world)]).toEqual([[], [], []])
    expect(readProgress()).toMatchObject({ waiting: 0, lost: 0, unstored: 0 })
    await expect(room.add(newFile(world, 'order', 'b'))).rejects.toThrow('You have signed out on this device. This was not saved.')
    expect(await readPending(world)).toEqual([])
  })

  test('when a device opens for the first time', async () => {
    const world = createQuietWorld()
    const first = await openRoom(world)
    expect(first.room.lost.get()).toEqual([])
    first.close()
  })

  test('of contents whose entry was discarded, and none of them comes back', async () => {
    const world = createQuietWorld()
    const { room, readProgress } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    world.changeRows(() => world.discarded.add(file.id))
    await until(() => room.entries.get().length === 0)
    expect(await readPending(world)).toEqual([file.id])
    await clear(world)
    await room.look()
    expect([room.entries.get(), room.lost.get(), await readPending(world)]).toEqual([[], [], []])
    expect(readProgress()).toMatchObject({ waiting: 0, lost: 0, unstored: 0 })
  })

  test('of what was sent and lies where it waited, when that is taken away', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const [sent, waiting] = [newFile(world, 'order', 'a'), newFile(world, null, 'form')]
    await room.add(sent)
    await room.add(waiting)
    goOnline(world)
    await until(() => room.entries.get().length === 1)
    const store = await openFilesStore(world.userId)
    const readBytes = async () => (await store.bytes.toCollection().primaryKeys()).toSorted()
    expect(await readBytes()).toEqual([sent.id, waiting.id].toSorted())
    await emptyKeptFiles(world.userId)
    expect(await readBytes()).toEqual([waiting.id])
    store.close()
    await room.look()
    await room.refresh()
    expect([room.entries.get().map(({ id }) => id), room.lost.get()]).toEqual([[waiting.id], []])
    expect(world.puts).toHaveLength(2)
  })

  test('when another page seals or sends what lies here', async () => {
    const world = createQuietWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    const store = await openFilesStore(world.userId)
    await store.transaction('rw', store.pending, store.bytes, () => Promise.all([store.pending.clear(), store.bytes.clear()]))
    await room.look()
    await room.refresh()
    expect([room.entries.get(), room.lost.get()]).toEqual([[], []])
    // This page holds no copy, so it cannot restore the content.
    await storePending(store, { ...file, id: v7(), storedAt: '2026-03-02T09:00:00.000Z', trouble: null })
    store.close()
    await room.refresh()
    await clear(world)
    await room.look()
    expect(room.entries.get()).toEqual([])
    expect(room.lost.get()).toHaveLength(1)
  })
})

describe('a page that ends while it stores contents again', () => {
  test.for([0, 1, 2, 3, 4])('after %i writes leaves none that another page neither finds nor tells as lost', async (writes) => {
    const world = createQuietWorld()
    const [dying, other] = [await openRoom(world), await openRoom(world)]
    const files = [1, 2, 3].map(() => newFile(world, 'order', 'a'))
    for (const file of files) await dying.room.add(file)
    await until(() => other.room.entries.get().length === files.length)
    await clear(world)
    const release = failWritesAfter(writes)
    await dying.room.look()
    dying.close()
    release()
    await other.room.look()
    const [found, lost] = [other.room.entries.get().map(({ id }) => id), other.room.lost.get().map(({ id }) => id)]
    expect([...found, ...lost].toSorted()).toEqual(files.map(({ id }) => id).toSorted())
    expect(found).toHaveLength(Math.min(writes, files.length))
  })
})
