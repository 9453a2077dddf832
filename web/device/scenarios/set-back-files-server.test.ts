import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import type { NewFile } from '../files/file-store.ts'
import { type FilesApi, OfflineError } from '../platform/server-port.ts'
import {
  closeTestDevices,
  customerInput,
  faulty,
  fewCollections,
  offline,
  openTestDevice,
  orderInput,
  testStorage,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { signInToServer } from '../testing/test-server-api.ts'

let server: ServerProcess
const password = 'a long enough password'

beforeAll(async () => {
  server = await startServerProcess()
}, 180_000)
afterEach(closeTestDevices)
afterAll(() => server.dispose())

const databaseFiles = (): string[] => ['', '-wal', '-shm'].map((suffix) => path.join(server.dataDir, `mainspring.db${suffix}`))

async function snapshot(): Promise<void> {
  const sqlite = new BetterSqlite3(databaseFiles()[0] ?? '')
  sqlite.prepare('vacuum into ?').run(`${databaseFiles()[0]}.copy`)
  sqlite.close()
}

async function goBack(): Promise<void> {
  await server.kill('SIGKILL')
  for (const file of databaseFiles()) await rm(file, { force: true })
  await copyFile(`${databaseFiles()[0]}.copy`, databaseFiles()[0] ?? '')
  await server.start()
}

function listContents(): string[] {
  const sqlite = new BetterSqlite3(databaseFiles()[0] ?? '', { readonly: true })
  const rows = sqlite.prepare('select attachment_id as id from attachment_contents').all() as { id: string }[]
  sqlite.close()
  return rows.map(({ id }) => id).toSorted()
}

function toFile(shopId: string, orderId: string, kind: NewFile['facts']['kind']): NewFile {
  const content = Buffer.from(kind === 'document' ? '%PDF-1.4 of the part' : '\u0089PNG\r\n\u001a\n of the phone', 'latin1')
  const [fileName, mimeType] = kind === 'document' ? ['a.pdf', 'application/pdf'] : ['a.png', 'image/png']
  const sha256 = createHash('sha256').update(content).digest('hex')
  const facts = { kind, fileName, mimeType, byteSize: content.length, width: null, height: null, sha256, caption: null, forCustomer: false }
  const bytes = { content: new Uint8Array(content).buffer, thumbnail: null, thumbnailType: null }
  return { id: v7(), shopId, orderId, draftKey: `files/${orderId}`, facts: { ...facts, takenAt: '2026-03-02T09:00:00.000Z' }, ...bytes }
}

it('a server that went back gets the contents of files again, with their rows, and the check of the device counts those that lack', async () => {
  const ids = await server.seed({ shops: [{ name: 'North', code: 'north' }], users: [{ loginId: 'lab', password, shops: ['north'], privileges: [] }] })
  const [shopId, userId] = [ids.shopIdByCode['north'] ?? '', ids.userIdByLogin['lab'] ?? '']
  const signedIn = await signInToServer(server.url, userId, 'lab', password)
  const { get, put } = signedIn.files ?? expect.unreachable()
  let isOpen = false
  const files: FilesApi = { get, put: (...args) => (isOpen ? put(...args) : Promise.reject(new OfflineError())) }
  const api = Object.assign(faulty(signedIn), { files })
  const device = await openTestDevice({ userId, api, storage: testStorage(`lab-${v7()}`), deviceId: v7(), collections: [...fewCollections, 'attachments'] })
  const customer = customerInput()
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  await untilSynced(device)
  const room = await device.files.open()
  const [early, ...late] = (['photo', 'photo', 'document', 'signature'] as const).map((kind) => toFile(shopId, order.id, kind))
  // The row of the first one is in the snapshot, without its content.
  if (early !== undefined) await room.add(early)
  await untilSynced(device)
  await snapshot()
  isOpen = true
  device.wakeUp('online')
  room.wake()
  for (const file of late) await room.add(file)
  const all = [early, ...late].flatMap((file) => (file === undefined ? [] : [file.id])).toSorted()
  const areStored = async () => (await device.rows.listOf('attachments', 'orderId', order.id)).filter(({ isStored }) => isStored).length === all.length
  await until(areStored, 'the contents on the server')
  await until(() => device.files.progress.get().waiting === 0)
  expect(listContents()).toEqual(all)

  isOpen = false
  api.always = offline
  await goBack()
  api.always = undefined
  device.wakeUp('online')
  await until(() => device.files.progress.get().waiting === all.length, 'the contents to wait')
  await untilSynced(device)
  await device.recovery.check.run()
  expect(await device.recovery.check.readResult()).toMatchObject({ lacking: all.length })
  isOpen = true
  room.wake()
  await until(areStored, 'the contents on the server again')
  await until(() => device.files.progress.get().waiting === 0)
  expect(listContents()).toEqual(all)
  await device.recovery.check.run()
  expect(await device.recovery.check.readResult()).toMatchObject({ lacking: 0 })
}, 180_000)
