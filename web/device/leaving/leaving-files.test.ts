import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#schema/errors.ts'
import type { FileStore, NewFile } from '../files/file-store.ts'
import { openFilesStore, storePending } from '../files/files-store.ts'
import { browserLocks } from '../platform/ports.ts'
import { type FilesApi, OfflineError, type SyncApi } from '../platform/server-port.ts'
import { filesStoreName } from '../storage/files-store-name.ts'
import { deviceStoreName } from '../storage/unsent-store.ts'
import { readStoredText } from '../testing/raw-text.ts'
import {
  closeTestDevices,
  customerInput,
  mapNotes,
  openTestDevice,
  orderInput,
  type TestDevice,
  testStorage,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { watchForDeath } from '../testing/test-dying-page.ts'
import { KeyServer } from '../testing/test-key-server.ts'
import { ModelServer } from '../testing/test-model-server.ts'

const death = watchForDeath()
beforeEach(() => void death.revive())
afterEach(closeTestDevices)

/** A shop with an order, whose server takes contents while `isTaking`. */
async function openShop() {
  const server = new ModelServer()
  const keyServer = new KeyServer()
  const [userId, shopId] = [v7(), v7()]
  server.addUser(userId, [shopId])
  const contents = new Map<string, string>()
  const state = { isTaking: false, puts: [] as string[] }
  const files: FilesApi = {
    async put({ id }, part, content) {
      if (!state.isTaking) throw new OfflineError()
      state.puts.push(`${id}/${part}`)
      contents.set(`${id}/${part}`, await content.text())
    },
    get: () => Promise.reject(new AppError('NOT_FOUND')),
  }
  const notes = mapNotes()
  const openTab = (tab: string): Promise<TestDevice> => {
    const api: SyncApi = { ...server.apiOf(userId), files }
    const collections = ['customers', 'orders', 'attachments'] as const
    return openTestDevice({ userId, api, notes, keys: keyServer.of(userId), collections, storage: testStorage(tab), locks: browserLocks() })
  }
  const device = await openTab('first')
  const customer = customerInput()
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  await untilSynced(device)
  await until(async () => {
    const store = new Dexie(deviceStoreName(userId))
    await store.open()
    const key: unknown = await store.table('meta').get('sealKey')
    store.close()
    return key !== undefined
  }, 'the key')
  const room = await device.files.open()
  const add = async (text: string, draftKey?: string): Promise<string> => {
    const photo = newPhoto(shopId, draftKey === undefined ? order.id : null, draftKey ?? `photos/${order.id}`, text)
    await room.add(photo)
    return photo.id
  }
  return { server, keyServer, userId, shopId, notes, openTab, device, room, add, contents, state }
}

function newPhoto(shopId: string, orderId: string | null, draftKey: string, text: string): NewFile {
  const content = new TextEncoder().encode(text).buffer
  const size = { byteSize: content.byteLength, width: 4, height: 3, sha256: '0'.repeat(64) }
  return {
    id: v7(),
    shopId,
    orderId,
    draftKey,
    facts: {
      kind: 'photo',
      fileName: `${text}.jpg`,
      mimeType: 'image/jpeg',
      ...size,
      caption: 'Scratch of Wanda',
      forCustomer: false,
      takenAt: '2026-03-02T09:00:00.000Z',
    },
    content,
    thumbnail: new TextEncoder().encode(`${text} small`).buffer,
    thumbnailType: 'image/webp',
  }
}

const keep = async (device: TestDevice) => device.leaving.leave('keep', await device.leaving.count())
const findStored = async (userId: string, texts: readonly string[]): Promise<string[]> => {
  const stored = await readStoredText(userId)
  return texts.filter((text) => stored.includes(text))
}
const idsOf = (room: FileStore): string[] => room.entries.get().map(({ id }) => id)

describe('photos that wait when somebody signs out (PHOTO-03)', () => {
  it('are sealed with the rest, and the same person’s next sign-in brings them back and sends each once', async () => {
    const shop = await openShop()
    const written = [await shop.add('Front'), await shop.add('Back')]
    const drafted = await shop.add('Of a form', 'order-add/x')
    await untilSynced(shop.device)
    expect(await shop.device.leaving.count()).toEqual({ unsent: 0, refused: 0, drafts: 0, files: 3, isSealable: true })
    expect(await keep(shop.device)).toEqual({ isOver: true })
    const secrets = ['Front', 'Back', 'Of a form', 'Scratch of Wanda', 'small']
    expect(await findStored(shop.userId, secrets)).toEqual([])

    shop.state.isTaking = true
    const again = await shop.openTab('again')
    const room = await again.files.open()
    await until(() => written.every((id) => shop.contents.has(`${id}/content`)), 'the contents')
    await until(() => idsOf(room).join() === drafted && again.files.progress.get().drafted === 1, 'the file of the form alone')
    expect(room.entries.get()).toMatchObject([{ id: drafted, draftKey: 'order-add/x' }])
    expect(await ((await room.read({ shopId: shop.shopId, id: drafted }, 'content')) as { blob: Blob }).blob.text()).toBe('Of a form')
    expect(shop.contents.get(`${written[0]}/content`)).toBe('Front')
    expect(shop.contents.get(`${written[1]}/thumbnail`)).toBe('Back small')
    expect(shop.state.puts).toHaveLength(4)
    expect(again.files.progress.get()).toMatchObject({ sealed: 0, waiting: 0, drafted: 1 })
  })

  it('stay sealed while the server cannot be asked, are told, and open at a later start', async () => {
    const shop = await openShop()
    const id = await shop.add('Front')
    await keep(shop.device)
    shop.keyServer.isReachable = false
    const away = await shop.openTab('away')
    await away.files.open()
    await untilSynced(away)
    await until(() => away.files.progress.get().sealed === 1)
    expect(away.files.progress.get()).toMatchObject({ waiting: 0, isSealLost: false })
    await away.close()
    shop.keyServer.isReachable = true
    shop.state.isTaking = true
    const again = await shop.openTab('again')
    await again.files.open()
    await until(() => shop.contents.has(`${id}/content`), 'the content')
    await until(() => again.files.progress.get().sealed === 0)
  })

  it('are told as lost to the key where the server has none, and are destroyed by nothing, not even by discarding the rest', async () => {
    const shop = await openShop()
    await shop.add('Front')
    await keep(shop.device)
    shop.keyServer.forget()
    const again = await shop.openTab('again')
    await again.files.open()
    await until(() => again.files.progress.get().isSealLost)
    expect(again.files.progress.get()).toMatchObject({ sealed: 1, waiting: 0 })
    expect(await again.leaving.leave('discard', await again.leaving.count())).toEqual({ isOver: true })
    const store = await openFilesStore(shop.userId)
    expect(await store.sealed.count()).toBe(1)
    store.close()
  })

  it('go when the person discards them, but not one more than they were told of', async () => {
    const shop = await openShop()
    await shop.add('Front')
    const told = await shop.device.leaving.count()
    await shop.add('Back')
    await untilSynced(shop.device)
    expect(await shop.device.leaving.leave('discard', told)).toMatchObject({ isOver: false, leaving: { files: 2 } })
    expect(idsOf(shop.room)).toHaveLength(2)
    expect(await shop.device.leaving.leave('discard', await shop.device.leaving.count())).toEqual({ isOver: true })
    expect(await Dexie.exists(filesStoreName(shop.userId))).toBe(false)
  })

  it('stay as they are, and the person too, where one cannot be sealed', async () => {
    const shop = await openShop()
    const ids = [await shop.add('Front'), await shop.add('Back')]
    await untilSynced(shop.device)
    const told = await shop.device.leaving.count()
    const { subtle } = globalThis.crypto
    const encrypt = subtle.encrypt.bind(subtle)
    let left = 4
    subtle.encrypt = (...parameters) => (left-- > 0 ? encrypt(...parameters) : Promise.reject(new Error('No memory')))
    const outcome = await shop.device.leaving.leave('keep', told).finally(() => (subtle.encrypt = encrypt))
    expect(outcome).toEqual({ isOver: false, leaving: { unsent: 0, refused: 0, drafts: 0, files: 2, isSealable: false } })
    await until(() => idsOf(shop.room).length === 2)
    shop.state.isTaking = true
    shop.room.wake()
    await until(() => ids.every((id) => shop.contents.has(`${id}/content`)))
  })

  it('that a tab stored after its person had left are sealed when somebody else opens the device', async () => {
    const shop = await openShop()
    await shop.add('Front')
    await keep(shop.device)
    const store = await openFilesStore(shop.userId)
    await storePending(store, { ...newPhoto(shop.shopId, v7(), 'photos/x', 'Late'), storedAt: '2026-03-02T09:00:00.000Z', trouble: null })
    store.close()
    expect(await findStored(shop.userId, ['Late', 'Front'])).toEqual(['Late'])
    const other = v7()
    shop.server.addUser(other, [v7()])
    await openTestDevice({ userId: other, api: shop.server.apiOf(other), notes: shop.notes, locks: browserLocks() })
    expect(await findStored(shop.userId, ['Late', 'Front'])).toEqual([])
  })
})

describe('a page that dies with photos', () => {
  const sendAll = async (shop: Awaited<ReturnType<typeof openShop>>): Promise<string[]> => {
    shop.state.isTaking = true
    const again = await shop.openTab('again')
    await again.files.open()
    await until(() => shop.contents.size === 4, 'the contents')
    await until(() => again.files.progress.get().waiting + again.files.progress.get().sealed === 0)
    // After a crash a content may be sent again: the server stores it once.
    return [...new Set(shop.state.puts)].toSorted()
  }

  it.each([0, 1, 2, 3, 4])(
    'while it seals them, at write %i, loses none',
    async (writes) => {
      const shop = await openShop()
      const ids = [await shop.add('Front'), await shop.add('Back')]
      await untilSynced(shop.device)
      const told = await shop.device.leaving.count()
      death.dieAtWrite(writes)
      await shop.device.leaving.leave('keep', told).catch(() => undefined)
      death.revive()
      await shop.device.close()
      expect(await sendAll(shop)).toEqual(ids.flatMap((id) => [`${id}/content`, `${id}/thumbnail`]).toSorted())
    },
    30_000,
  )

  it.each([0, 1, 2, 3])(
    'while it puts them back, at write %i, loses none',
    async (writes) => {
      const shop = await openShop()
      const ids = [await shop.add('Front'), await shop.add('Back')]
      await keep(shop.device)
      const dying = await shop.openTab('dies')
      death.dieAtWrite(writes)
      await dying.files.open().catch(() => undefined)
      await until(() => death.isDead || dying.files.progress.get().waiting === 2).catch(() => undefined)
      death.revive()
      await dying.close().catch(() => undefined)
      expect(await sendAll(shop)).toEqual(ids.flatMap((id) => [`${id}/content`, `${id}/thumbnail`]).toSorted())
    },
    30_000,
  )
})
