import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import type { SessionUser } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { readCarried } from './files/carried-files.ts'
import type { NewFile } from './files/file-store.ts'
import { countUnsentOf, exportUnsentOf } from './locked-export.ts'
import type { DeviceOptions } from './device.ts'
import { browserLocks, type ChannelPort } from './platform/ports.ts'
import { type FilesApi, OfflineError } from './platform/server-port.ts'
import { countPendingFiles, filesStoreName } from './storage/files-store-name.ts'
import {
  closeTestDevices,
  customerInput,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  testStorage,
  until,
  untilSynced,
} from './testing/test-device.ts'
import { ModelServer } from './testing/test-model-server.ts'
import { collect } from './testing/collect.ts'

afterEach(closeTestDevices)

const withFiles = ['customers', 'orders', 'attachments'] as const

/** A device with an order, and a server that takes contents while `isOpen`. */
async function openShop() {
  const server = new ModelServer()
  const [userId, shopId] = [v7(), v7()]
  server.addUser(userId, [shopId])
  const state = { isOpen: true, contents: new Map<string, number>() }
  const files: FilesApi = {
    async put({ id }, part, content) {
      if (!state.isOpen) throw new OfflineError()
      state.contents.set(`${id}/${part}`, content.size)
    },
    get: () => Promise.reject(new AppError('NOT_FOUND')),
  }
  const api = Object.assign(faulty(server.apiOf(userId)), { files })
  const shared = { userId, api, collections: [...withFiles], notes: mapNotes(), locks: browserLocks() }
  let tabs = 0
  const openTab = (more: Partial<DeviceOptions> = {}) => openTestDevice({ ...shared, storage: testStorage(`tab-${tabs++}`), ...more })
  const device = await openTab()
  const customer = customerInput()
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  await untilSynced(device)
  return { api, device, openTab, orderId: order.id, shopId, state, userId }
}

function newPhoto(shopId: string, orderId: string): NewFile {
  const content = new TextEncoder().encode('a picture').buffer
  return {
    id: v7(),
    shopId,
    orderId,
    draftKey: `photos/${orderId}`,
    facts: {
      kind: 'photo',
      fileName: 'a.jpg',
      mimeType: 'image/jpeg',
      byteSize: content.byteLength,
      width: 4,
      height: 3,
      sha256: '0'.repeat(64),
      caption: null,
      forCustomer: false,
      takenAt: '2026-03-02T09:00:00.000Z',
    },
    content,
    thumbnail: null,
    thumbnailType: null,
  }
}

test('a photo becomes a row by the write path, and its content follows once the server has the row (PHOTO-03)', async () => {
  const { device, orderId, shopId, state } = await openShop()
  const room = await device.files.open()
  const photo = newPhoto(shopId, orderId)
  await room.add(photo)
  expect(await device.rows.listOf('attachments', 'orderId', orderId)).toMatchObject([{ id: photo.id, fileName: 'a.jpg', isStored: false }])
  await until(() => state.contents.has(`${photo.id}/content`), 'the content on the server')
  await until(() => device.files.progress.get().waiting === 0)
})

describe('photos whose storage the browser removed under the open app', () => {
  const clear = async (userId: string): Promise<void> => {
    for (const name of await Dexie.getDatabaseNames()) if (name.includes(userId) && !name.startsWith('pubkey.')) await Dexie.delete(name)
  }

  test('are stored again with their rows, by themselves, and sent', async () => {
    const { api, device, orderId, shopId, state, userId } = await openShop()
    const room = await device.files.open()
    const photo = newPhoto(shopId, orderId)
    state.isOpen = false
    api.always = offline
    await room.add(photo)
    await clear(userId)
    await until(async () => (await device.rows.listOf('attachments', 'orderId', orderId)).length === 1, 'the row')
    await until(() => room.entries.get().length === 1 && device.files.progress.get().waiting === 1, 'the photo')
    expect(device.files.progress.get()).toMatchObject({ lost: 0, unstored: 0 })
    api.always = undefined
    state.isOpen = true
    device.wakeUp('online')
    await until(() => state.contents.get(`${photo.id}/content`) === photo.content.byteLength, 'the content on the server')
    await until(() => device.files.progress.get().waiting === 0, 'the end of waiting')
    expect(room.lost.get()).toEqual([])
  })

  test('are stored again also where their form is not saved yet, and nothing else happens', async () => {
    const { device, shopId, userId, orderId } = await openShop()
    const room = await device.files.open()
    const photo = { ...newPhoto(shopId, orderId), orderId: null, draftKey: 'order-add/x' }
    await room.add(photo)
    await clear(userId)
    await until(async () => (await countPendingFiles(userId)) === 1, 'the photo')
    expect(room.entries.get()).toMatchObject([{ id: photo.id, draftKey: 'order-add/x' }])
  })

  test('and that an earlier page added are told as lost, and without their names once their person has signed out', async () => {
    const { device, openTab, orderId, shopId, state, userId } = await openShop()
    state.isOpen = false
    const photo = newPhoto(shopId, orderId)
    await (await device.files.open()).add(photo)
    await untilSynced(device)
    await device.close()
    const next = await openTab()
    const room = await next.files.open()
    await clear(userId)
    await until(() => next.files.progress.get().lost === 1, 'the loss')
    expect(room.lost.get()).toMatchObject([{ id: photo.id, orderId, name: 'a.jpg' }])
    await untilSynced(next)
    await next.leaving.leave('keep', await next.leaving.count())
    const again = await openTab()
    expect((await again.files.open()).lost.get()).toMatchObject([{ id: photo.id, orderId, name: null }])
  })

  test('do not come back where their person signed out, which this page did not hear', async () => {
    const { device, openTab, orderId, shopId, state, userId } = await openShop()
    await device.close()
    state.isOpen = false
    const deaf = (): ChannelPort => ({ post: () => undefined, listen: () => undefined, close: () => undefined })
    const [away, other] = [await openTab({ openChannel: deaf }), await openTab()]
    const room = await away.files.open()
    await room.add(newPhoto(shopId, orderId))
    await other.leaving.wipe()
    await room.look().catch(() => undefined)
    await room.add(newPhoto(shopId, orderId)).catch(() => undefined)
    expect(room.lost.get()).toEqual([])
    expect(await countUnsentOf(userId)).toMatchObject({ files: 0 })
  })
})

test('who signs out is told of photos that only this device has, and takes none of them away unasked', async () => {
  const { device, orderId, shopId, state, userId } = await openShop()
  state.isOpen = false
  const room = await device.files.open()
  await room.add(newPhoto(shopId, orderId))
  await untilSynced(device)
  expect(await device.leaving.count()).toMatchObject({ unsent: 0, files: 1 })
  expect(JSON.parse((await (await device.outbox.exportFile()).blob?.text()) ?? '')).toMatchObject({ files: [{ orderId, content: btoa('a picture') }] })
  await device.leaving.leave('keep', await device.leaving.count())
  expect(await Dexie.exists(filesStoreName(userId))).toBe(true)
})

test('what is discarded at signing out is gone from the device with its contents', async () => {
  const { device, orderId, shopId, state, userId } = await openShop()
  state.isOpen = false
  await (await device.files.open()).add(newPhoto(shopId, orderId))
  await device.leaving.leave('discard', await device.leaving.count())
  expect(await Dexie.exists(filesStoreName(userId))).toBe(false)
})

test('the file of unsent work of a device that does not open carries its photos, and another device takes them in', async () => {
  const { api, device, orderId, shopId, state, userId } = await openShop()
  state.isOpen = false
  const room = await device.files.open()
  const photos = [newPhoto(shopId, orderId), newPhoto(shopId, orderId)]
  for (const photo of photos) await room.add(photo)
  await room.add({ ...newPhoto(shopId, orderId), orderId: null, draftKey: 'order-add/x' })
  await untilSynced(device)
  await device.write(shopId, [customerInput()])
  await untilSynced(device)
  await device.close()
  expect(await countUnsentOf(userId)).toEqual({ changes: 0, files: 2 })
  const exported = await exportUnsentOf({ id: userId, login_id: 'kay' } as SessionUser)
  expect(exported).toMatchObject({ changes: 0, refused: 0, files: 2 })
  const file = exported.blob ?? new Blob()
  const carried = await collect((await readCarried(file)).files())
  expect(carried.map(({ id, content }) => [id, new TextDecoder().decode(content)])).toEqual(photos.map(({ id }) => [id, 'a picture']))
  await Dexie.delete(filesStoreName(userId))
  const other = await openTestDevice({ userId, api, collections: [...withFiles] })
  expect(await other.outbox.previewImport(file)).toMatchObject({ changes: [], refused: 0 })
  await other.outbox.importFile(file)
  state.isOpen = true
  await until(() => photos.every(({ id }) => state.contents.has(`${id}/content`)), 'the contents on the server')
})

test('a photo of an entry that was refused counts no more when the refusal is discarded, and waits again when that is undone', async () => {
  const { api, device, orderId, shopId, state } = await openShop()
  const send = api.push
  api.push = async (request, signal) => {
    const answer = await send({ ...request, mutations: [] }, signal)
    const error = { code: 'FORBIDDEN', message: 'No photos today.' } as const
    return { ...answer, results: request.mutations.map(({ id }) => ({ id, outcome: 'rejected', error, documents: [] })) }
  }
  const room = await device.files.open()
  await room.add(newPhoto(shopId, orderId))
  await until(() => device.refused.changes.get().length === 1, 'the refusal')
  await until(() => device.files.progress.get().waiting === 1, 'the photo to wait with its refusal')
  const [refused] = device.refused.changes.get()
  await device.refused.discard(refused?.id ?? '')
  await until(() => device.files.progress.get().waiting === 0, 'the photo to be let go')
  expect(device.files.progress.get()).toMatchObject({ waiting: 0, troubled: 0, drafted: 0 })
  expect(await device.leaving.count()).not.toHaveProperty('files')
  await device.refused.putBack(refused?.id ?? '')
  await until(() => device.files.progress.get().waiting === 1, 'the photo to come back')
  api.push = send
  await device.refused.retry(refused?.id ?? '')
  await until(() => state.contents.size === 1, 'the content on the server')
})
