import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRecord } from '#schema/is-record.ts'
import { onePixelPng, fileOf } from '../../testing/test-pictures.ts'
import { create, createWorld, mutation, orderValues, remove, update, type World } from '../../testing/test-world.ts'
import type { LivingDocument } from '../../store/rows.ts'
import { tableOf } from '../../store/table.ts'
import { saveContent } from '../files/save-content.ts'
import { broughtCollections, missingFilesName, toJsonName } from './archive-layout.ts'
import { readRows } from './archived-rows.ts'
import { bringArchive } from './bring-archive.ts'
import { openZip } from './open-zip.ts'
import { writeArchive } from './write-archive.ts'

type Visit = { customerId: string; orderId: string; paymentId: string; name: string }

/** More than one page. */
const customerCount = 600
const ordersOf = 30

let world: World
let folder: string
let shopId: string
let ada: string
let visits: Visit[]
beforeEach(async () => {
  world = await createWorld()
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-snapshot-'))
  shopId = await world.addShop('Busy')
  ada = await world.addUser({ shopIds: [shopId] })
  visits = []
  for (let place = 0; place < ordersOf; place += 1) visits.push(await takeIn(`C${place}`))
  const others = Array.from({ length: customerCount - ordersOf }, (_, place) => create('customers', v7(), { name: `D${place}` }))
  for (let from = 0; from < others.length; from += 100) await world.push(ada, [mutation(shopId, others.slice(from, from + 100))])
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function takeIn(name: string): Promise<Visit> {
  const visit = { customerId: v7(), orderId: v7(), paymentId: v7(), name }
  const results = await world.push(ada, [
    mutation(shopId, [
      create('customers', visit.customerId, { name }),
      create('orders', visit.orderId, orderValues(visit.customerId)),
      create('payments', visit.paymentId, { orderId: visit.orderId, paymentAmount: 12.5 }),
    ]),
  ])
  expect(results.map(({ outcome }) => outcome)).toEqual(['applied'])
  return visit
}

async function goOn(): Promise<void> {
  await takeIn('Late')
  const [gone, changed] = [visits.shift(), visits.at(-1)]
  if (gone === undefined || changed === undefined) throw new Error('There are too few')
  const name = v7()
  const results = await world.push(ada, [
    mutation(shopId, [remove('orders', gone.orderId)]),
    mutation(shopId, [remove('customers', gone.customerId)]),
    mutation(shopId, [update('customers', changed.customerId, { name: [changed.name, name] })]),
  ])
  changed.name = name
  expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
}

async function exportAll(onProgress?: () => Promise<void>): Promise<string> {
  const file = path.join(folder, `${v7()}.zip`)
  await pipeline(await writeArchive(world.services, shopId, { withActivities: true, ...(onProgress && { onProgress }) }), createWriteStream(file))
  return file
}

async function readAll({ services }: World, id: string): Promise<Map<string, readonly LivingDocument[]>> {
  const rows = new Map<string, readonly LivingDocument[]>()
  for (const name of broughtCollections) rows.set(name, (await Array.fromAsync(readRows(services.reader, id, name))).flat())
  return rows
}

const byId = (rows: Iterable<unknown>, left: readonly string[] = []) =>
  new Map([...rows].filter(isRecord).map((row) => [row['id'], Object.fromEntries(Object.entries(row).filter(([key]) => !left.includes(key)))]))

test('an export is of one moment, whatever is taken in, changed and deleted between its pages', async () => {
  const before = await readAll(world, shopId)
  let pages = 0
  const file = await exportAll(async () => {
    pages += 1
    await goOn()
  })
  expect(pages).toBeGreaterThan(5)
  const zip = await openZip(file)
  const rows = new Map<string, Map<unknown, Record<string, unknown>>>()
  for (const name of broughtCollections)
    rows.set(name, byId(await Array.fromAsync(zip.readRows(toJsonName(name))), ['statusHistory', 'stockMovements', 'file']))
  zip.close()
  for (const name of broughtCollections) {
    expect(rows.get(name)).toEqual(byId(before.get(name) ?? []))
    for (const row of rows.get(name)?.values() ?? []) {
      for (const reference of tableOf(name).references) {
        const id = row[reference.name]
        if (typeof id === 'string' && rows.has(reference.collection)) expect(rows.get(reference.collection)?.has(id), `${name}.${reference.name}`).toBe(true)
      }
    }
  }
})

test('such an export goes into an empty shop row for row', async () => {
  const before = await readAll(world, shopId)
  const file = await exportAll(goOn)
  const other = await createWorld()
  try {
    const emptyId = await other.addShop('Empty')
    const brought = await bringArchive(other.services, emptyId, file)
    expect(brought.refused).toEqual([])
    const after = await readAll(other, emptyId)
    const ofServer = ['shopId', 'seq']
    for (const name of ['customers', 'orders', 'payments']) {
      expect(after.get(name)).toHaveLength(before.get(name)?.length ?? 0)
      expect(byId(after.get(name) ?? [], ofServer)).toEqual(byId(before.get(name) ?? [], ofServer))
    }
  } finally {
    await other.close()
  }
})

test('files whose content is not there, or went during the export, are named in it', async () => {
  const [here, gone, away] = [v7(), v7(), v7()]
  const orderId = visits.at(-1)?.orderId ?? ''
  for (const id of [here, gone, away]) await world.push(ada, [mutation(shopId, [create('attachments', id, fileOf(orderId))])])
  for (const id of [here, gone]) await saveContent(world.services, ada, shopId, id, onePixelPng)
  let isGone = false
  const file = await exportAll(async () => {
    if (!isGone) await world.push(ada, [mutation(shopId, [remove('attachments', gone)])])
    isGone = true
  })
  const zip = await openZip(file)
  expect([here, gone, away].map((id) => zip.has(`files/${id}-scratch.png`))).toEqual([true, false, false])
  expect(await Array.fromAsync(zip.readRows(toJsonName('attachments')))).toHaveLength(3)
  const missing = new TextDecoder().decode(await zip.readBytes(missingFilesName, 10_000))
  const [header, ...lines] = missing.trim().split('\r\n')
  expect(header).toBe('id,orderId,fileName,reason')
  expect(new Set(lines)).toEqual(new Set([`${gone},${orderId},scratch.png,Deleted during the export`, `${away},${orderId},scratch.png,Not here yet`]))
  zip.close()
})

test('whoever goes away in the middle disturbs nobody', async () => {
  for (const partsTaken of [1, 2, 4, 8]) {
    const archive = await writeArchive(world.services, shopId, { withActivities: true })
    const parts: unknown[] = []
    for await (const part of archive) {
      parts.push(part)
      if (parts.length === partsTaken) break
    }
    expect([parts.length, archive.destroyed]).toEqual([partsTaken, true])
  }
  await exportAll()
})

test('whoever goes away ends the reading, and is waited for no longer', async () => {
  let pages = 0
  const archive = await writeArchive(world.services, shopId, {
    withActivities: true,
    onProgress: () => {
      pages += 1
      archive.destroy()
    },
  })
  await new Promise((resolve) => void archive.once('close', resolve))
  // Run a complete export: an export that had not stopped would be just as far.
  await exportAll()
  expect(pages).toBe(1)
})
