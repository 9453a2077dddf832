import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createWorld, orderValues, type World } from '../../testing/test-world.ts'
import { createEntity } from '../administration/create-entity.ts'
import { broughtCollections } from './archive-layout.ts'
import { bringArchive } from './bring-archive.ts'
import { openZip } from './open-zip.ts'
import { applyOps } from '../../store/write.ts'
import { countRows } from './archived-rows.ts'

let world: World
let folder = ''
let shopId = ''
beforeAll(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-zip-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
async function write(
  entries: readonly (readonly [name: string, content: string | Buffer])[],
  mend: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  made += 1
  const file = path.join(folder, `${made}.zip`)
  const zip = new ZipFile()
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
  await writeFile(file, mend(await readFile(file)))
  return file
}

const manifest = JSON.stringify({ program: 'Mainspring', archiveVersion: 1, shop: { id: 'a', code: 'a', name: 'A' }, exportedAt: '2026-01-01T00:00:00.000Z' })
const whole = (more: Record<string, string> = {}): [string, string][] => [
  ['manifest.json', manifest],
  ['shop.json', '{}'],
  ['people.json', '[]'],
  ...broughtCollections.map((name): [string, string] => [`json/${name}.json`, more[name] ?? '[]\n']),
]
/** Patches the bytes, because the zip writer refuses malicious names. */
const rename = (from: string, to: string) => (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

const row = (more: object) =>
  `[\n${JSON.stringify({ id: '0197f000-0000-7000-8000-000000000001', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', ...more })}\n]\n`

describe('a file that is no export of ours is refused with words, and stores nothing (CSV-02)', () => {
  test.each([
    ['leads out of its folder', [['aa/aa/evil', 'x']], rename('aa/aa/evil', '../../evil'), /no zip that can be read: .*(relative|invalid)/],
    ['has a name that begins at the root', [['aaa/evil', 'x']], rename('aaa/evil', '/etc/xyz'), /no zip that can be read: .*absolute/],
    [
      'has an entry twice',
      [
        ['one', 'x'],
        ['two', 'y'],
      ],
      rename('two', 'one'),
      /The zip has one twice/,
    ],
    ['grows out of all proportion', [['bomb', Buffer.alloc(60_000_000)]], undefined, /grows out of all proportion/],
    ['is of another program', [['manifest.json', '{"program":"Other"}']], undefined, /The file is no export of Mainspring/],
    ['has no manifest', [['a.txt', 'x']], undefined, /The file is no export of Mainspring|manifest/],
    ['is of a newer program', [['manifest.json', manifest.replace('"archiveVersion":1', '"archiveVersion":2')]], undefined, /of a newer Mainspring/],
    ['lacks a table', [['manifest.json', manifest]], undefined, /The zip has no json\/employees.json/],
  ] as [string, [string, string | Buffer][], ((bytes: Buffer) => Buffer) | undefined, RegExp][])('one that %s', async (_what, entries, mend, message) => {
    await expect(bringArchive(world.services, shopId, await write(entries, mend))).rejects.toThrow(message)
    expect([...(await countRows(world.services.reader, shopId)).values()].every((count) => count === 0)).toBe(true)
  })

  test('one with employees for a shop without an entity', async () => {
    const id = await world.addShop()
    const file = await write(whole({ employees: row({ name: 'Ann', entityId: 'x' }), customers: row({ name: 'Ada' }) }))
    await expect(bringArchive(world.services, id, file)).rejects.toThrow('Assign the shop to one, then import the file again.')
    expect([...(await countRows(world.services.reader, id)).values()].every((count) => count === 0)).toBe(true)
  })

  test('one that is text', async () => {
    const file = path.join(folder, 'text.zip')
    await writeFile(file, 'Name,Phone\n')
    await expect(bringArchive(world.services, shopId, file)).rejects.toThrow('This is no zip that can be read')
  })

  test('one with a line that has no end', async () => {
    const zip = await openZip(await write([['json/long.json', `[\n"${randomBytes(14_000_000).toString('base64')}"`]]))
    await expect(Array.fromAsync(zip.readRows('json/long.json'))).rejects.toThrow('a line that is longer than a row can be')
    zip.close()
  })
})

describe('rows of a file that somebody has changed', () => {
  test('are refused one by one by the rules of their fields, and the others are taken', async () => {
    const id = await world.addShop()
    const good = { id: '0197f000-0000-7000-8000-000000000002', name: 'Good' }
    const bad = { id: '0197f000-0000-7000-8000-000000000003', name: '' }
    const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
    const customers = `[\n${[good, bad, { name: 'No id' }].map((one) => JSON.stringify({ ...at, ...one })).join(',\n')}\n]\n`
    const payments = row({ orderId: '0197f000-0000-7000-8000-0000000000ff', paymentAmount: 5, afterTax: false })
    const brought = await bringArchive(world.services, id, await write(whole({ customers, payments })))
    expect(brought.rows).toBe(1)
    expect(brought.refused).toEqual([
      { collection: 'customers', id: expect.any(String), reason: 'The row has no id' },
      { collection: 'customers', id: bad.id, reason: expect.stringContaining('Customer name is required') },
      { collection: 'payments', id: expect.any(String), reason: expect.stringContaining('Order does not exist in this shop') },
    ])
    const [stored] = await world.services.reader.selectFrom('customers').select(['id', 'created_at', 'updated_at']).where('shop_id', '=', id).execute()
    expect(stored).toEqual({ id: good.id, created_at: at.createdAt, updated_at: at.updatedAt })
  })

  test('name the payment that a refund gives back, also where the refund comes first', async () => {
    const id = await world.addShop()
    const [customerId, orderId, paymentId, refundId] = ['4', '5', '6', '7'].map((end) => `0197f000-0000-7000-8000-00000000000${end}`)
    const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
    const toRows = (...rows: object[]) => `[\n${rows.map((one) => JSON.stringify({ ...at, ...one })).join(',\n')}\n]\n`
    const customers = toRows({ id: customerId, name: 'Ada' })
    const orders = toRows({ id: orderId, statusChangedAt: at.createdAt, ...orderValues(customerId ?? '') })
    const payments = toRows({ id: refundId, orderId, paymentAmount: 5, kind: 'refund', refundOf: paymentId }, { id: paymentId, orderId, paymentAmount: 9 })
    expect((await bringArchive(world.services, id, await write(whole({ customers, orders, payments })))).refused).toEqual([])
    const stored = await world.services.reader.selectFrom('payments').select(['id', 'refund_of']).where('shop_id', '=', id).orderBy('id').execute()
    expect(stored).toEqual([
      { id: paymentId, refund_of: null },
      { id: refundId, refund_of: paymentId },
    ])
  })

  test('name the user of the same login ID as the employee, and nobody where there is none', async () => {
    const id = await world.addShop()
    await createEntity(world.services, { entityName: 'People Ltd', contactName: 'Nora', shopIds: [id] })
    const userId = await world.addUser({ shopIds: [id] })
    const [ann, bob, gone] = ['c', 'd', 'e'].map((end) => `0197f000-0000-7000-8000-00000000000${end}`)
    const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
    const employees = [
      { id: ann, ...at, name: 'Ann', userId: bob },
      { id: bob, ...at, name: 'Bob', userId: gone },
    ]
    const people = [
      { id: bob, loginId: userId, name: 'Ann' },
      { id: gone, loginId: 'unknown', name: 'Bob' },
    ]
    const entries = whole({ employees: `[\n${employees.map((one) => JSON.stringify(one)).join(',\n')}\n]\n` }).filter(([name]) => name !== 'people.json')
    expect((await bringArchive(world.services, id, await write([...entries, ['people.json', JSON.stringify(people)]]))).refused).toEqual([])
    const stored = await world.services.reader.selectFrom('employees').select(['name', 'user_id']).where('shop_id', '=', id).orderBy('name').execute()
    expect(stored).toEqual([
      { name: 'Ann', user_id: userId },
      { name: 'Bob', user_id: null },
    ])
  })

  test('come without an employee who is refused, are named with that field, and get it when the mended file is imported', async () => {
    const id = await world.addShop()
    await createEntity(world.services, { entityName: 'Bench Ltd', contactName: 'Nora', shopIds: [id] })
    const [customerId, orderId, employeeId, takenId] = ['8', '9', 'a', 'b'].map((end) => `0197f000-0000-7000-8000-00000000000${end}`)
    const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
    const toRows = (...rows: object[]) => `[\n${rows.map((one) => JSON.stringify({ ...at, ...one })).join(',\n')}\n]\n`
    const toOrder = (given: string | undefined) => ({
      id: given,
      statusChangedAt: at.createdAt,
      ...orderValues(customerId ?? '', { assignedEmployeeId: employeeId }),
    })
    const rows = { customers: toRows({ id: customerId, name: 'Ada' }), orders: toRows(toOrder(orderId), toOrder(takenId)) }
    const toFile = (name: string) => write(whole({ ...rows, employees: toRows({ id: employeeId, name }) }))
    const brought = await bringArchive(world.services, id, await toFile(''))
    expect([brought.rows, brought.refused.map(({ collection }) => collection)]).toEqual([3, ['employees']])
    expect(brought.incomplete).toEqual([
      { collection: 'orders', id: orderId, reason: `Assigned to: employee ${employeeId} was refused` },
      { collection: 'orders', id: takenId, reason: `Assigned to: employee ${employeeId} was refused` },
    ])
    // Somebody edits an order meanwhile: it stays as they left it.
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([id]), origin: 'import' as const }
    await applyOps(world.services, caller, id, [{ action: 'set', collection: 'orders', id: takenId ?? '', values: { itemDetails: 'Other' } }])
    const repeated = await bringArchive(world.services, id, await toFile('Ann'))
    expect(repeated).toMatchObject({ rows: 1, existing: 3, refused: [], incomplete: [] })
    const stored = await world.services.reader
      .selectFrom('orders')
      .select(['id', 'assigned_employee_id', 'updated_at'])
      .where('shop_id', '=', id)
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { id: orderId, assigned_employee_id: employeeId, updated_at: at.updatedAt },
      { id: takenId, assigned_employee_id: null, updated_at: expect.not.stringContaining(at.updatedAt) },
    ])
  })
})
