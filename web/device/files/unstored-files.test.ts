import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test } from 'vitest'
import { closeFileRooms, createWorld, newFile, openRoom, until, type World } from '../testing/test-files.ts'
import type { NewFile } from './file-store.ts'

afterEach(closeFileRooms)

/** A room whose file was sent, and whose server then lost the content. */
async function openSent(kind: NewFile['facts']['kind'] = 'photo') {
  const world = createWorld()
  world.orders.add('order')
  const opened = await openRoom(world)
  const file = newFile(world, 'order', 'files/order')
  file.facts = { ...file.facts, kind }
  await opened.room.add(file)
  await until(() => world.server.size === 2)
  await until(() => opened.room.entries.get().length === 0)
  return { world, file, ...opened }
}

function goBack(world: World, { id, shopId, facts }: NewFile): void {
  world.server.clear()
  world.puts.length = 0
  world.changeRows(() => void (world.unstored = [{ id, shopId, orderId: 'order', facts }]))
}

describe('the content of a file that the server lost', () => {
  test.each(['photo', 'document', 'signature'] as const)('is sent again from where it stayed: %s', async (kind) => {
    const { world, file, room, readProgress } = await openSent(kind)
    world.now = new Date('2026-03-03T09:00:00Z')
    world.isOnline = false
    goBack(world, file)
    await until(() => readProgress()?.waiting === 1)
    world.isOnline = true
    room.wake()
    await until(() => world.server.get(`${file.id}/content`) === 'a picture')
    expect(world.server.get(`${file.id}/thumbnail`)).toBe('small')
    await until(() => readProgress()?.waiting === 0)
    expect(world.written.map(({ id }) => id)).toEqual([file.id])
  })

  test('is sent again from the cache of what another device had sent', async () => {
    const world = createWorld()
    const { room } = await openRoom(world)
    const file = newFile(world, 'order', 'files/order')
    world.here.add(file.id)
    world.server.set(`${file.id}/content`, 'a picture')
    expect(await room.read(file, 'content')).toMatchObject({ state: 'here' })
    goBack(world, file)
    await until(() => world.server.get(`${file.id}/content`) === 'a picture')
  })

  test('is found again at the next start', async () => {
    const { world, file, close } = await openSent()
    close()
    goBack(world, file)
    await openRoom(world)
    await until(() => world.server.get(`${file.id}/content`) === 'a picture')
    expect(world.written).toHaveLength(1)
  })

  test('is not looked for in a small picture alone, nor in a file that the cache has cut', async () => {
    const world = createWorld()
    const { room, readProgress } = await openRoom(world)
    const [file, cut] = [newFile(world, 'order', 'a'), newFile(world, 'order', 'b')]
    world.server.set(`${file.id}/thumbnail`, 'small').set(`${cut.id}/content`, 'a pic')
    for (const part of ['thumbnail', 'content'] as const) await room.read(part === 'content' ? cut : file, part)
    goBack(world, file)
    goBack(world, cut)
    await room.findUnstored()
    expect(readProgress()).toMatchObject({ waiting: 0 })
    expect(world.puts).toEqual([])
  })

  test('is not sent twice while the feed has yet to say that it arrived', async () => {
    const { world, file, room, readProgress } = await openSent()
    world.puts.length = 0
    world.changeRows(() => void (world.unstored = [{ id: file.id, shopId: file.shopId, orderId: 'order', facts: file.facts }]))
    await room.refresh()
    expect(readProgress()).toMatchObject({ waiting: 0 })
    expect(world.puts).toEqual([])
    await room.findUnstored()
    await until(() => world.puts.length === 2)
  })
})
