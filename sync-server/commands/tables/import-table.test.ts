import { afterAll, describe, expect, it } from 'vitest'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { ImportKind } from '#schema/rules/import/import-fields.ts'
import { createEntity } from '../administration/create-entity.ts'
import { openTestShop, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'
import { orderry, repairDesk, repairShopr } from '../../testing/foreign-tables.ts'

type Result = {
  columns: { header: string; field: string | null }[]
  read: number
  created: number
  existing: number
  refused: { line: number; reason: string }[]
  warnings: { line: number; kind: string; reason: string }[]
  statuses: { text: string; count: number; statusId: string; isKnown: boolean }[]
}

const shop = await openTestShop()
afterAll(() => shop.close())

const freshApi = async (locale = 'en-US'): Promise<string> => {
  const code = `shop-${crypto.randomUUID().slice(0, 8)}`
  const { id } = rowOf(await shop.max.post('/api/shops', { name: code, code }))
  await shop.max.put(`/api/${id}/profile`, { locale })
  return `/api/${id}`
}
const importInto = async (api: string, kind: ImportKind, csv: string, more: object = {}): Promise<Result> =>
  rowOf(await shop.max.post(`${api}/imports`, { kind, csv, ...more })) as unknown as Result
const list = async (api: string, name: string): Promise<Row[]> => rowsOf(await shop.max.get(`${api}/${name}`))
const countsOf = ({ read, created, existing, refused }: Result) => [read, created, existing, refused.length]
const byFirst = ([one]: unknown[], [other]: unknown[]): number => (String(one) < String(other) ? -1 : 1)
const status = (name: OrderStatusName): string => orderStatusIdByName[name]

describe('a table of customers (CSV-01)', () => {
  it('finds who has a phone or an address anywhere in a long file, whoever else shares it', async () => {
    const api = await freshApi()
    // Ann is found by phone; Bob, found by e-mail, shares that phone.
    const first = 'Name,Phone,Email\nAnn,555 010 2000,\nBob,555 010 2000,Bob@example.org\nCid,,cid@example.org\n'
    expect(countsOf(await importInto(api, 'customers', first))).toEqual([3, 3, 0, 0])
    const others = Array.from({ length: 1_300 }, (_, place) => `New ${place},,new${place}@example.org\n`)
    const known = ['Bob,,bob@example.org\n', 'Ann,555 010 2000,other@example.org\n', 'Cid,,CID@example.org\n']
    const csv = `Name,Phone,Email\n${known[0]}${others.slice(0, 300).join('')}${known[1]}${others.slice(300).join('')}${known[2]}`
    expect(countsOf(await importInto(api, 'customers', csv))).toEqual([1_303, 1_300, 3, 0])
  })

  it.each([
    ['RepairDesk', repairDesk.customers, 'en-US'],
    ['RepairShopr', repairShopr.customers, 'en-US'],
    ['Orderry', orderry.customers, 'de-DE'],
  ])('as %s exports it needs no choice of columns, and is taken once', async (_system, csv, locale) => {
    const api = await freshApi(locale)
    const tried = await importInto(api, 'customers', csv, { dryRun: true })
    expect(countsOf(tried)).toEqual([2, 2, 0, 0])
    expect(await list(api, 'customers')).toEqual([])
    expect(countsOf(await importInto(api, 'customers', csv))).toEqual([2, 2, 0, 0])
    const customers = await list(api, 'customers')
    expect(customers.map(({ email }) => String(email)).toSorted()).toEqual(['imogen@example.org', 'otto@example.org'])
    expect(customers.every(({ phone }) => typeof phone === 'string')).toBe(true)
    expect(countsOf(await importInto(api, 'customers', csv))).toEqual([2, 0, 2, 0])
    expect(await list(api, 'customers')).toEqual(customers)
  })

  it('keeps names, numbers, notes and places as the shop writes them', async () => {
    const api = await freshApi('de-DE')
    await importInto(api, 'customers', orderry.customers)
    expect(await list(api, 'customers')).toMatchObject([
      { name: 'Felder GmbH', countryCode: '+49', phone: '30901821' },
      { name: 'Imogen Größe', countryCode: '+49', phone: '30901820', street: 'Hafenstraße 1, Berlin' },
    ])
    const other = await freshApi()
    await importInto(other, 'customers', repairShopr.customers)
    expect(await list(other, 'customers')).toMatchObject([
      { name: 'Fields Ltd' },
      { name: 'Imogen Port', customerNotes: 'Likes\ntea', street: '1 Quay Road', postalCode: '04001', city: 'Harbor', region: 'ME' },
    ])
  })

  it('finds who is there by name and phone or email, however they were written', async () => {
    const api = await freshApi()
    await shop.max.post(`${api}/customers`, { name: 'Zoë Quay', countryCode: '+1', phone: '15550109999', email: 'Zoe@Example.org' })
    const answer = await importInto(api, 'customers', 'Name,Phone,Email\nZOE QUAY,(555) 010-9999,\nzoë quay,,zoe@example.org\nNoah Quay,5550109999,\n')
    expect(countsOf(answer)).toEqual([3, 1, 2, 0])
  })

  it('takes a line without the cells that its fields cannot have, keeps them in the notes and lists them; refuses who is nobody', async () => {
    const api = await freshApi()
    const csv = 'Name,Phone,Email,Created\n"A\nB",5550100001,,\nBad Phone,n/a,nobody,soon\nGood,5550100002,,\n,,,\nToo,many,cells,in,it\n'
    const tried = await importInto(api, 'customers', csv, { dryRun: true })
    const answer = await importInto(api, 'customers', csv)
    expect(answer).toEqual(tried)
    expect(countsOf(answer)).toEqual([5, 3, 0, 2])
    expect(answer.refused).toEqual([
      { line: 6, reason: 'Customer name is required' },
      { line: 7, reason: expect.stringContaining('The line has 5 cells, the header has 4') },
    ])
    expect(answer.warnings).toEqual(
      [
        ['Phone is not a phone number', 'n/a'],
        ['Email is not an e-mail address', 'nobody'],
        ['Created is not a date', 'soon'],
      ].map(([kind, text]) => ({ line: 4, kind, reason: `${kind}: ${text}` })),
    )
    const taken = (await list(api, 'customers')).find(({ name }) => name === 'Bad Phone')
    expect(taken).toMatchObject({ phone: null, email: null, customerNotes: 'Phone there: n/a\nEmail there: nobody\nCreated there: soon' })
    const again = await importInto(api, 'customers', csv, { dryRun: true })
    expect([countsOf(again), again.warnings]).toEqual([[5, 0, 3, 2], []])
  })

  it('goes by the columns that a person chose, and refuses a choice that makes no customer', async () => {
    const api = await freshApi()
    const csv = 'One\tTwo\nAda\t5550100003\n'
    const refused = await shop.max.post(`${api}/imports`, { kind: 'customers', csv })
    expect([refused.status, refused.json]).toMatchObject([400, { message: 'Choose the column that holds the name of the customer.' }])
    const columns = [
      { header: 'Two', field: 'phone' },
      { header: 'One', field: 'name' },
    ]
    const answer = await importInto(api, 'customers', csv, { columns })
    expect(answer.columns).toEqual([
      { header: 'One', field: 'name' },
      { header: 'Two', field: 'phone' },
    ])
    expect(await list(api, 'customers')).toMatchObject([{ name: 'Ada', phone: '5550100003' }])
    const twice = await shop.max.post(`${api}/imports`, { kind: 'customers', csv, columns: columns.map(({ header }) => ({ header, field: 'name' })) })
    expect([twice.status, twice.json]).toMatchObject([400, { message: 'Two columns are chosen as Name. Choose one of them.' }])
    const strange = await shop.max.post(`${api}/imports`, { kind: 'customers', csv, columns: [{ header: 'One', field: 'shoeSize' }] })
    expect(strange.status).toBe(400)
  })

  it('of more than a full push is taken, and of more than 20 MB refused before it is read', async () => {
    const api = await freshApi()
    const lines = Array.from({ length: 400 }, (_line, index) => `Customer ${index},${5_550_200_000 + index},"${'x'.repeat(4_000)}"`)
    expect(countsOf(await importInto(api, 'customers', `Name,Phone,Notes\n${lines.join('\n')}\n`))).toEqual([400, 400, 0, 0])
    const large = await shop.max.post(`${api}/imports`, { kind: 'customers', csv: 'x'.repeat(24_000_001) })
    expect([large.status, large.json]).toMatchObject([413, { message: 'A file can have 20 MB. Divide it, and give each part the header line.' }])
  })
})

describe('a table of orders (CSV-01)', () => {
  it.each([
    ['RepairDesk', repairDesk.orders, 'en-US', ['Picked up', 'Diagnosis'], 1042],
    ['RepairShopr', repairShopr.orders, 'en-US', ['Picked up', 'Waiting For Part'], 8812],
    ['Orderry', orderry.orders, 'de-DE', ['Picked up', 'In Progress'], 12],
  ] as const)('as %s exports it makes orders with days, statuses and numbers that go on finding them', async (_system, csv, locale, statuses, number) => {
    const api = await freshApi(locale)
    expect(countsOf(await importInto(api, 'orders', csv, { dryRun: true }))).toEqual([2, 2, 0, 0])
    expect(countsOf(await importInto(api, 'orders', csv))).toEqual([2, 2, 0, 0])
    const orders = (await list(api, 'orders')).toSorted((one, other) => Number(one['number']) - Number(other['number']))
    expect(orders.map((order) => [order['number'], order['orderStatusId'], String(order['createdAt']).slice(0, 10)])).toEqual([
      [number + 2, status(statuses[0]), '2025-03-14'],
      [number + 3, status(statuses[1]), '2025-03-15'],
    ])
    const [found] = rowsOf(await shop.max.get(`${api}/orders?ticket=${number}`))
    expect(found?.id).toBe(orders[0]?.id)
    expect(await list(api, 'customers')).toHaveLength(2)
    expect(countsOf(await importInto(api, 'orders', csv))).toEqual([2, 0, 2, 0])
    expect(await list(api, 'orders')).toHaveLength(2)
  })

  it('gives numbers behind those of the file, so that the number on every slip finds its own order, in whatever order they come', async () => {
    const api = await freshApi()
    const tickets = ['3', '#1', 'T-2', '20250314001', 'none']
    const csv = `Ticket ID,Customer,Device,Issue\n${tickets.map((ticket, place) => `${ticket},Ada,Phone ${place},Glass`).join('\n')}\n`
    expect(countsOf(await importInto(api, 'orders', csv))).toEqual([5, 5, 0, 0])
    for (const [place, ticket] of ['3', '1', '2'].entries()) {
      expect(rowsOf(await shop.max.get(`${api}/orders?ticket=${ticket}`)).map(({ itemDetails }) => itemDetails)).toEqual([`Phone ${place}`])
    }
    const numbers = (await list(api, 'orders'))
      .map(({ number, formerNumbers }) => [number, formerNumbers])
      .toSorted((one, other) => Number(one[0]) - Number(other[0]))
    expect(numbers).toEqual([
      [4, [3]],
      [5, [1]],
      [6, [2]],
      [7, []],
      [8, []],
    ])
    // `numbersAbove`: the highest number in the other parts of the file.
    await importInto(api, 'orders', 'Ticket ID,Customer,Device,Issue\n9,Ada,Phone 9,Glass\n', { numbersAbove: 50 })
    expect(rowsOf(await shop.max.get(`${api}/orders?ticket=9`))).toMatchObject([{ number: 51, formerNumbers: [9] }])
  })

  it('goes by its ticket there, whole where that is more than a number', async () => {
    const api = await freshApi()
    const tickets = ['2026-0012', 'RD-1042/2', '50%_1', '12', '2']
    await importInto(api, 'orders', `Ticket ID,Customer,Device\n${tickets.map((ticket, place) => `${ticket},Ada,Phone ${place}\n`).join('')}`)
    for (const [place, ticket] of tickets.entries()) {
      const found = rowsOf(await shop.max.get(`${api}/orders?ticket=${encodeURIComponent(ticket)}`))
      expect(found.map(({ itemDetails }) => itemDetails)).toEqual([`Phone ${place}`])
    }
    expect(rowsOf(await shop.max.get(`${api}/orders?ticket=2026-001`))).toEqual([])
  })

  it('says what each status comes in as and how often it stands there, and goes by what a person chose', async () => {
    const api = await freshApi()
    const csv = 'Customer,Device,Status\nA,1,Abgeholt\nB,2,abgeholt\nC,3,Regal 4\n'
    const { statuses } = await importInto(api, 'orders', csv, { dryRun: true })
    expect(statuses).toEqual([
      { text: 'Abgeholt', count: 2, statusId: status('Picked up'), isKnown: true },
      { text: 'Regal 4', count: 1, statusId: status('Diagnosis'), isKnown: false },
    ])
    const chosen = [{ text: 'Regal 4', statusId: status('Fixed') }]
    expect((await importInto(api, 'orders', csv, { statuses: chosen })).warnings).toEqual([])
    const orders = (await list(api, 'orders')).map(({ itemDetails, orderStatusId, orderNotes }) => [itemDetails, orderStatusId, orderNotes]).toSorted(byFirst)
    expect(orders).toEqual([
      ['1', status('Picked up'), null],
      ['2', status('Picked up'), null],
      ['3', status('Fixed'), null],
    ])
  })

  it('has times of the shop’s zone, and is there already when the zone is another', async () => {
    const api = await freshApi()
    await shop.max.put(`${api}/profile`, { timeZone: 'America/New_York' })
    const csv = 'Customer,Device,Created,Due\nA,B,2025-03-14 10:15,2025-03-20\n'
    expect(countsOf(await importInto(api, 'orders', csv))).toEqual([1, 1, 0, 0])
    await shop.max.put(`${api}/profile`, { timeZone: 'Asia/Tokyo' })
    expect(countsOf(await importInto(api, 'orders', csv))).toEqual([1, 0, 1, 0])
    expect(await list(api, 'orders')).toMatchObject([{ createdAt: '2025-03-14T14:15:00.000Z', dueTimestamp: '2025-03-20T16:00:00.000Z' }])
  })

  it('keeps what has no place of its own in the notes, and money as one payment', async () => {
    const api = await freshApi()
    await importInto(api, 'orders', repairDesk.orders)
    const orders = await list(api, 'orders')
    const first = orders.find(({ itemDetails }) => itemDetails === 'iPhone 12')
    const second = orders.find(({ itemDetails }) => itemDetails === 'Galaxy S21')
    expect(first).toMatchObject({ issueDescription: 'Cracked, needs "glass"', quotedCost: '1129', dueTimestamp: '2025-03-20T12:00:00.000Z' })
    expect(String(first?.['orderNotes']).split('\n')).toEqual(['IMEI: 356938035643809', 'Ticket there: T-1042', 'Assigned there: Ann'])
    expect(String(second?.['orderNotes'])).toContain('Status there: Zwischenlager B')
    expect(rowsOf(await shop.max.get(`${api}/payments?orderId=${first?.id}`))).toMatchObject([{ paymentAmount: 129, createdAt: '2025-03-14T10:15:00.000Z' }])
  })

  it('belongs to the customer with the phone or the email, whoever stands on the line; and a name alone to one that came with it', async () => {
    const api = await freshApi()
    const mia = rowOf(await shop.max.post(`${api}/customers`, { name: 'Mia Quay', countryCode: '+1', phone: '5550107777', email: 'mia@example.org' }))
    const csv =
      'Customer,Phone,Email,Device,Issue\nM. Quay,555-010-7777,,Phone A,Glass\nMia,,MIA@example.org,Phone B,Glass\nWalk In,,,Phone C,Glass\nWalk In,,,Phone D,Glass\n'
    expect(countsOf(await importInto(api, 'orders', csv))).toEqual([4, 4, 0, 0])
    const byDevice = new Map((await list(api, 'orders')).map(({ itemDetails, customerId }) => [itemDetails, customerId]))
    expect([byDevice.get('Phone A'), byDevice.get('Phone B')]).toEqual([mia.id, mia.id])
    expect(byDevice.get('Phone C')).toBe(byDevice.get('Phone D'))
    expect(await list(api, 'customers')).toHaveLength(2)
    // A later part finds customers of earlier parts.
    await importInto(api, 'orders', 'Customer,Phone,Email,Device,Issue\nWalk In,,,Phone E,Glass\n')
    expect(await list(api, 'customers')).toHaveLength(2)
  })

  it('reads days as the rest of the file has them, as the shop does where all could be either, or as it is told', async () => {
    const dayOf = async (api: string, csv: string, more: object = {}) => {
      await importInto(api, 'orders', `Customer,Device,Issue,Created\n${csv}`, more)
      return (await list(api, 'orders')).map(({ createdAt }) => String(createdAt).slice(0, 10)).toSorted()
    }
    expect(await dayOf(await freshApi(), 'A,B,C,3/4/2025\n')).toEqual(['2025-03-04'])
    expect(await dayOf(await freshApi('de-DE'), 'A,B,C,3/4/2025\n')).toEqual(['2025-04-03'])
    expect(await dayOf(await freshApi(), 'A,B,C,3/4/2025\nA,B,C,13/4/2025\n')).toEqual(['2025-04-03', '2025-04-13'])
    expect(await dayOf(await freshApi(), 'A,B,C,3/4/2025\n', { dateOrder: 'day-first' })).toEqual(['2025-04-03'])
  })

  it('is assigned to the employee of that name', async () => {
    const csv = 'Customer,Device,Issue,Technician\nA,B,C,ANN BENCH\n'
    const api = await freshApi()
    const shopId = api.slice('/api/'.length)
    const { services } = shop.server
    const { id: entityId } = await createEntity(services, { entityName: 'Bench Ltd', contactName: 'Ann', shopIds: [shopId] })
    const employee = { entityId, shopId, name: 'Ann Bench', countryCode: '+1', phone: '5550108888' }
    rowOf(await shop.max.post(`/api/entities/${entityId}/employees`, employee))
    await importInto(api, 'orders', csv)
    expect(await list(api, 'orders')).toMatchObject([{ assignedEmployeeId: expect.any(String), orderNotes: null }])
  })
})

describe('a table of products (CSV-01)', () => {
  it.each([
    ['RepairDesk', repairDesk.products, 'en-US', 2],
    ['RepairShopr', repairShopr.products, 'en-US', 1],
    ['Orderry', orderry.products, 'de-DE', 1],
  ])('as %s exports it fills the shelves once', async (_system, csv, locale, count) => {
    const api = await freshApi(locale)
    expect(countsOf(await importInto(api, 'products', csv, { dryRun: true }))).toEqual([count, count, 0, 0])
    expect(await list(api, 'categories')).toEqual([])
    expect(countsOf(await importInto(api, 'products', csv))).toEqual([count, count, 0, 0])
    const products = await list(api, 'products')
    expect(products.find(({ sku }) => sku === 'SCR-12')).toMatchObject({ inventoryCount: 7, costPrice: 45.5, salePrice: 129 })
    expect(countsOf(await importInto(api, 'products', csv))).toEqual([count, 0, count, 0])
    expect(await list(api, 'products')).toEqual(products)
  })

  it('uses categories and suppliers of that name, makes the others, and finds products by SKU or by name within their category', async () => {
    const api = await freshApi()
    const parts = rowOf(await shop.max.post(`${api}/categories`, { name: 'PARTS' }))
    await importInto(api, 'products', repairDesk.products)
    const places = await shop.server.services.reader
      .selectFrom('categories')
      .select(['name', 'parent_id'])
      .where('shop_id', '=', api.slice('/api/'.length))
      .execute()
    expect(places.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ name, parent_id }) => [name, parent_id])).toEqual([
      ['Accessories', null],
      ['PARTS', null],
      ['Screens', parts.id],
    ])
    const answer = await importInto(api, 'products', 'Name,SKU,Category\nRenamed,scr-12,\nCABLE,,accessories\nCable,,Other\n')
    expect(countsOf(answer)).toEqual([3, 1, 2, 0])
    expect(rowsOf(await shop.max.get(`${api}/suppliers`)).map(({ supplierName }) => supplierName)).toEqual(['Mobile Parts'])
  })

  it('tells of a SKU that is another product here, and takes all articles of a file that share one', async () => {
    const api = await freshApi()
    const csv = 'Name,SKU\nScreen,0017\nGlass,17\nCable,0017\n'
    const answer = await importInto(api, 'products', csv)
    expect([countsOf(answer), answer.warnings.map(({ line }) => line)]).toEqual([
      [3, 3, 0, 0],
      [2, 4],
    ])
    expect((await list(api, 'products')).map(({ name, sku }) => [name, sku]).toSorted(byFirst)).toEqual([
      ['Cable', '0017'],
      ['Glass', '17'],
      ['Screen', '0017'],
    ])
    expect(countsOf(await importInto(api, 'products', csv))).toEqual([3, 0, 3, 0])
    // As the app sends a file in pieces.
    const other = await freshApi()
    for (const piece of ['Name,SKU\nScreen,0017\n', 'Name,SKU\nCable,0017\n']) await importInto(other, 'products', piece, { sharedSkus: ['0017'] })
    expect(await list(other, 'products')).toHaveLength(2)
    const late = await importInto(api, 'products', 'Name,SKU\nBattery,17\n')
    expect([countsOf(late), late.warnings]).toEqual([
      [1, 0, 1, 0],
      [{ line: 2, kind: 'SKU is that of another product here', reason: 'SKU is that of another product here: 17 is Glass, and not Battery' }],
    ])
  })
})

describe('a large table', () => {
  it('of more than 500 columns is refused', async () => {
    const api = await freshApi()
    const csv = `Name,${'x,'.repeat(500)}y\nA\n`
    const refused = await shop.max.post(`${api}/imports`, { kind: 'customers', csv })
    expect([refused.status, refused.json]).toMatchObject([400, { message: 'A file can have 500 columns. This one has 502.' }])
  })
})
