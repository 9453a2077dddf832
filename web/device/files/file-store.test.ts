import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { OfflineError } from '../platform/server-port.ts'
import { collect } from '../testing/collect.ts'
import { closeFileRooms, createWorld, newFile, openRoom, until, type World } from '../testing/test-files.ts'
import type { NewFile } from './file-store.ts'
import { openFilesStore, storePending } from './files-store.ts'

afterEach(closeFileRooms)

describe('contents on their way to the server (PHOTO-03)', () => {
  test('wait while somebody saves, each of them', async () => {
    const world = createWorld()
    world.orders.add('order')
    const saving = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const calms = saving.map(({ promise }) => promise)
    const { room } = await openRoom({
      ...world,
      get calm() {
        return calms.shift() ?? Promise.resolve()
      },
    })
    await room.add(newFile(world, 'order', 'a'))
    await room.add(newFile(world, 'order', 'b'))
    await until(() => calms.length === 1)
    expect(world.puts).toEqual([])
    saving[0]?.resolve()
    await until(() => calms.length === 0)
    expect(world.puts).toHaveLength(2)
    saving[1]?.resolve()
    await until(() => room.entries.get().length === 0)
  })

  test('hazard 56: are stored before their row is written, and sent only when the server has taken the row', async () => {
    const world = createWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'photos/order')
    world.orders.add('order')
    world.waiting.add(file.id)
    await room.add(file)
    world.here.add(file.id)
    expect(room.entries.get()).toMatchObject([{ id: file.id, draftKey: null }])
    expect(world.puts).toEqual([])
    world.changeRows(() => world.waiting.delete(file.id))
    await until(() => world.server.size === 2)
    expect(world.server.get(`${file.id}/content`)).toBe('a picture')
    await until(() => room.entries.get().length === 0)
    expect(await room.read(file, 'content')).toMatchObject({ state: 'here' })
  })

  test('stop waiting when the server has them, and stay to look at where they fit', async () => {
    const world = createWorld()
    const { room } = await openRoom(world, { keptMaxBytes: 6 })
    const file = newFile(world, 'order', 'photos/order')
    world.orders.add('order')
    await room.add(file)
    await until(() => room.entries.get().length === 0)
    world.isOnline = false
    const small = await room.read(file, 'thumbnail')
    expect(small.state === 'here' && [small.blob.type, await small.blob.text()]).toEqual(['image/webp', 'small'])
    expect(await room.read(file, 'content')).toEqual({ state: 'away' })
  })

  test('stop waiting when the server has them, also on a device that has no room to keep them', async () => {
    const world = createWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'photos/order')
    world.orders.add('order')
    const { transaction } = Dexie.prototype
    let refusals = 0
    world.onPut = (part) => {
      if (part !== 'content') return
      Dexie.prototype.transaction = () => {
        Dexie.prototype.transaction = transaction
        refusals++
        return Promise.reject(new DOMException('No room', 'QuotaExceededError')) as never
      }
    }
    await room.add(file)
    await until(() => room.entries.get().length === 0)
    expect(refusals).toBe(1)
    expect(world.puts).toEqual([`${file.id}/thumbnail`, `${file.id}/content`])
    world.isOnline = false
    expect(await room.read(file, 'content')).toEqual({ state: 'away' })
  })

  test('hazard 55: of a crash between content and row: the next start writes the row, once', async () => {
    const world = createWorld()
    const first = await openRoom(world)
    await first.room.add(newFile(world, null, 'order-add/x'))
    await first.room.claim('order-add/x', 'order')
    expect(first.room.entries.get().map(({ orderId }) => orderId)).toEqual(['order'])
    first.close()
    expect(world.written).toEqual([])
    world.orders.add('order')
    world.isOnline = false
    const second = await openRoom(world)
    await until(() => world.written.length === 1)
    await until(() => second.room.entries.get().every(({ draftKey }) => draftKey === null))
    second.close()
    const third = await openRoom(world)
    await third.room.settle()
    expect(world.written).toMatchObject([{ orderId: 'order' }])
  })

  test('of a form that nobody has saved stay with the form, over a restart, and are not sent', async () => {
    const world = createWorld()
    const first = await openRoom(world)
    await first.room.add(newFile(world, null, 'order-add/x'))
    first.close()
    const { room, readProgress } = await openRoom(world)
    expect(room.entries.get()).toMatchObject([{ draftKey: 'order-add/x', orderId: null }])
    expect(readProgress()).toMatchObject({ waiting: 0, drafted: 1 })
    await room.discard('order-add/x')
    expect(room.entries.get()).toEqual([])
    expect(world.puts).toEqual([])
  })

  test('hazard 57: are sent again when the answer was lost, and no tab sends what another one sends', async () => {
    const world = createWorld()
    world.orders.add('order')
    world.failNext.push('answer lost')
    const [one, other] = [await openRoom(world), await openRoom(world)]
    const files = [newFile(world, 'order', 'a'), newFile(world, 'order', 'b')]
    await one.room.add(files[0] as NewFile)
    await other.room.add(files[1] as NewFile)
    await until(() => world.server.size === 4)
    await until(() => one.room.entries.get().length + other.room.entries.get().length === 0)
    const contents = world.puts.filter((put) => put.endsWith('content'))
    expect(contents).toHaveLength(3)
    expect(new Set(contents).size).toBe(2)
  })

  test('wait while the network costs, until somebody says so', async () => {
    const world = createWorld()
    world.orders.add('order')
    world.isSaving = true
    const { room, readProgress } = await openRoom(world)
    await room.add(newFile(world, 'order', 'a'))
    await until(() => readProgress()?.isSaving)
    expect(world.puts).toEqual([])
    room.sendNow()
    await until(() => world.server.size === 2)
  })

  test('wait as long as a busy server asks, and are sent then', async () => {
    const world = createWorld()
    world.orders.add('order')
    const busy = new AppError('UNAVAILABLE', 'Busy.', { retryAfterSeconds: 7 })
    world.failNext.push(new OfflineError(undefined, { cause: busy }))
    const { room } = await openRoom(world)
    await room.add(newFile(world, 'order', 'a'))
    await until(() => world.server.size === 2)
    expect(world.waitsMs).toContain(7_000)
  })

  test('are told as waiting, and none as on its way, while the queue rests after a failure', async () => {
    const world = createWorld()
    world.orders.add('order')
    const busy = new AppError('UNAVAILABLE', 'Busy.', { retryAfterSeconds: 600 })
    world.failNext.push(new OfflineError(undefined, { cause: busy }))
    const { room, readProgress } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    await until(() => world.waitsMs.includes(600_000))
    expect(world.puts).toContain(`${file.id}/content`)
    await until(() => readProgress()?.sendingId === null)
    expect(readProgress()).toMatchObject({ waiting: 1, troubled: 0 })
  })

  test.for([
    new AppError('NOT_FOUND'),
    new AppError('CONFLICT', 'Other bytes.'),
    new AppError('PAYLOAD_TOO_LARGE', 'Too large.'),
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'No picture.'),
  ])('hazard 58: that the server does not take ($code) are told, kept, and hold up nothing', async (error) => {
    const world = createWorld()
    world.orders.add('order')
    world.failNext.push(error)
    const { room, readProgress } = await openRoom(world)
    const [bad, good] = [newFile(world, 'order', 'a'), newFile(world, 'order', 'b')]
    await room.add(bad)
    await until(() => readProgress()?.troubled === 1)
    await room.add(good)
    await until(() => world.server.has(`${good.id}/content`))
    const told = room.entries.get().find(({ id }) => id === bad.id)
    expect(told?.trouble).toContain(error.code === 'NOT_FOUND' ? 'deleted' : error.message)
    expect((await collect(room.eachUnsent()))[0]?.content.byteLength).toBe(9)
    await room.retry(bad.id)
    await until(() => world.server.has(`${bad.id}/content`))
  })

  test('of a crash between thumbnail and content: the thumbnail was first, and the next start sends the rest', async () => {
    const world = createWorld()
    world.orders.add('order')
    const first = await openRoom(world)
    world.onPut = (part) => {
      if (part === 'thumbnail') first.close()
    }
    const file = newFile(world, 'order', 'a')
    await first.room.add(file).catch(() => undefined)
    await until(() => world.puts.length > 0)
    expect([...world.server.keys()]).toEqual([`${file.id}/thumbnail`])
    world.onPut = () => undefined
    const second = await openRoom(world)
    await until(() => second.room.entries.get().length === 0)
    expect(world.puts.at(-1)).toBe(`${file.id}/content`)
    expect([...world.server.keys()]).toEqual([`${file.id}/thumbnail`, `${file.id}/content`])
  })

  test.for([
    { errors: [new AppError('UNSUPPORTED_MEDIA_TYPE', 'No picture.')], why: 'is refused' },
    { errors: Array.from({ length: 20 }, () => new OfflineError('500')), why: 'fails again and again' },
  ])('go also where their thumbnail $why', async ({ errors }) => {
    const world = createWorld()
    world.orders.add('order')
    world.failThumbnails.push(...errors)
    const { room, readProgress } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    await until(() => world.server.has(`${file.id}/content`))
    // The progress is told after the entries have gone.
    await until(() => room.entries.get().length === 0 && readProgress()?.waiting === 0)
    expect(readProgress()).toMatchObject({ waiting: 0, troubled: 0 })
  })

  test('hazard 59: whose row was deleted are not sent, and come back with it', async () => {
    const world = createWorld()
    world.orders.add('order')
    world.isOnline = false
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'a')
    await room.add(file)
    world.here.delete(file.id)
    world.isOnline = true
    room.wake()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(world.server.size).toBe(0)
    world.changeRows(() => world.here.add(file.id))
    await until(() => world.server.size === 2)
  })

  test('hazard 61: whose row is nowhere leave after a month, not before, and not while rows are still to be fetched', async () => {
    const world = createWorld()
    world.isOnline = false
    world.orders.add('order')
    const first = await openRoom(world)
    const [lost, kept] = [newFile(world, 'order', 'a'), newFile(world, 'order', 'b')]
    await first.room.add(lost)
    await first.room.add(kept)
    first.close()
    world.orders.delete('order')
    world.here.delete(lost.id)
    world.now = new Date('2026-03-30T09:00:00Z')
    const second = await openRoom(world)
    expect(second.room.entries.get()).toHaveLength(2)
    second.close()
    world.now = new Date('2026-04-02T09:00:00Z')
    world.isComplete = false
    const unsure = await openRoom(world)
    expect(unsure.room.entries.get()).toHaveLength(2)
    unsure.close()
    world.isComplete = true
    const third = await openRoom(world)
    await until(() => third.room.entries.get().length === 1)
    expect(third.room.entries.get()).toMatchObject([{ id: kept.id }])
  })

  test('hazard 60: that a full device has no room for are said not to be stored, and nothing of them is', async () => {
    const world = createWorld()
    const { room } = await openRoom(world)
    const put = Dexie.prototype.transaction
    Dexie.prototype.transaction = () => Promise.reject(new DOMException('No room', 'QuotaExceededError')) as never
    await expect(room.add(newFile(world, null, 'a'))).rejects.toThrow('The storage of this device is full.')
    Dexie.prototype.transaction = put
    expect(room.entries.get()).toEqual([])
  })
})

describe('contents that were sealed at signing out (PHOTO-03)', () => {
  const nothing = { iv: new Uint8Array(12), data: new ArrayBuffer() }

  /** A room with one sealed content, which can be opened while `canOpen`. */
  async function openWithSealed(world: World) {
    const { thumbnail, ...file } = newFile(world, 'order', 'a')
    const state = { canOpen: false, asked: 0 }
    const store = await openFilesStore(world.userId)
    await store.sealed.put({ id: file.id, keyId: 'key', publicKey: 'public', entry: nothing, content: nothing, thumbnail: null })
    store.close()
    world.orders.add('order')
    world.here.add(file.id)
    const opened = await openRoom(world, {
      async openSealed(files) {
        state.asked++
        if (!state.canOpen) return 'waiting'
        await storePending(files, { ...file, draftKey: null, thumbnail, storedAt: '2026-03-02T09:00:00.000Z', trouble: null })
        await files.sealed.clear()
        return 'none'
      },
    })
    return { ...opened, file, state }
  }

  test('open with the next connection, and are asked for once a connection', async () => {
    const world = createWorld()
    const { readProgress, file, state } = await openWithSealed(world)
    await until(() => state.asked === 1)
    expect(readProgress()).toMatchObject({ sealed: 1, waiting: 0 })
    for (let change = 0; change < 5; change++) world.changeRows(() => undefined)
    world.changeRows(() => (world.isOnline = false))
    state.canOpen = true
    expect(state.asked).toBe(1)
    world.changeRows(() => (world.isOnline = true))
    await until(() => world.server.has(`${file.id}/content`))
    await until(() => readProgress()?.sealed === 0)
    expect(state.asked).toBe(2)
  })

  test('wait after that while the network costs, until somebody says so', async () => {
    const world = createWorld()
    world.isOnline = false
    world.isSaving = true
    const { room, readProgress, file, state } = await openWithSealed(world)
    state.canOpen = true
    world.changeRows(() => (world.isOnline = true))
    await until(() => readProgress()?.isSaving)
    expect(readProgress()).toMatchObject({ sealed: 0, waiting: 1 })
    expect(world.puts).toEqual([])
    room.sendNow()
    await until(() => world.server.has(`${file.id}/content`))
  })
})

describe('contents that were looked at (PHOTO-04)', () => {
  test('are here without a network, within the limit: the oldest go first', async () => {
    const world = createWorld()
    const { room } = await openRoom(world, { keptMaxBytes: 10 })
    for (const id of ['a', 'b', 'c']) world.server.set(`${id}/content`, '1234')
    const place = (id: string) => ({ shopId: world.shopId, id })
    await room.read(place('a'), 'content')
    world.now = new Date(world.now.getTime() + 1_000)
    await room.read(place('b'), 'content')
    world.now = new Date(world.now.getTime() + 1_000)
    await room.read(place('c'), 'content')
    world.isOnline = false
    expect(await room.read(place('a'), 'content')).toEqual({ state: 'away' })
    expect(await room.read(place('b'), 'content')).toMatchObject({ state: 'here' })
    expect(await room.read(place('c'), 'content')).toMatchObject({ state: 'here' })
  })

  test('a picture without a thumbnail on the server is shown whole, and is then here without a network', async () => {
    const world = createWorld()
    const { room } = await openRoom(world)
    const place = { shopId: v7(), id: v7() }
    world.server.set(`${place.id}/content`, 'a picture')
    for (const isOnline of [true, false]) {
      world.isOnline = isOnline
      const seen = await room.read(place, 'thumbnail')
      expect(seen.state === 'here' && (await seen.blob.text())).toBe('a picture')
    }
  })

  test('hazard 62: a content that neither this device nor the server has is told as missing', async () => {
    const world = createWorld()
    const { room } = await openRoom(world)
    expect(await room.read({ shopId: world.shopId, id: 'nowhere' }, 'content')).toEqual({ state: 'missing' })
  })
})

test('hazard 63: what one device had not sent goes on from another, once', async () => {
  const world = createWorld()
  world.orders.add('order')
  world.isOnline = false
  const one = await openRoom(world)
  await one.room.add(newFile(world, 'order', 'a'))
  const carried = await collect(one.room.eachUnsent())
  one.close()
  const other = { ...world, userId: v7(), isOnline: true }
  const { room } = await openRoom(other)
  expect(await room.takeOver(carried)).toBe(1)
  await until(() => world.server.size === 2)
  expect(await room.takeOver([])).toBe(0)
})
