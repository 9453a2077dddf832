import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import type { SessionUser } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { readCarried } from './files/carried-files.ts'
import type { NewFile } from './files/file-room.ts'
import { countUnsentOf, exportUnsentOf } from './locked-export.ts'
import { type FilesApi, OfflineError, type SyncApi } from './platform/server-port.ts'
import { filesStoreName } from './storage/files-store-name.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from './testing/test-device.ts'
import { ModelServer } from './testing/test-model-server.ts'
import { collect } from './testing/collect.ts'

afterEach(closeTestDevices)

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
  const api: SyncApi = { ...server.apiOf(userId), files }
  const device = await openTestDevice({ userId, api, collections: ['customers', 'orders', 'attachments'] })
  const customer = customerInput()
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  await untilSynced(device)
  return { device, orderId: order.id, shopId, state: Object.assign(state, { api }), userId }
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
  const { device, orderId, shopId, state, userId } = await openShop()
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
  const other = await openTestDevice({ userId, api: state.api, collections: ['customers', 'orders', 'attachments'] })
  expect(await other.outbox.previewImport(file)).toMatchObject({ changes: [], refused: 0 })
  await other.outbox.importFile(file)
  state.isOpen = true
  await until(() => photos.every(({ id }) => state.contents.has(`${id}/content`)), 'the contents on the server')
})

test('a photo of an entry that was refused counts no more when the refusal is discarded, and waits again when that is undone', async () => {
  const { device, orderId, shopId, state } = await openShop()
  const send = state.api.push
  state.api.push = async (request, signal) => {
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
  state.api.push = send
  await device.refused.retry(refused?.id ?? '')
  await until(() => state.contents.size === 1, 'the content on the server')
})
