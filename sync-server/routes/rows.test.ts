import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/rules/order-status.ts'
import { verifyPassword } from '../session/passwords.ts'
import { createTestClock, seedTwoShops, startTestServer, type Answer, type TestClient, type TestServer } from '../test-server.ts'

type Row = { id: string } & Record<string, unknown>

let server: TestServer
let ann: TestClient
let max: TestClient
let shopId: string
let otherShopId: string
let employeeId: string
let api: string
const clock = createTestClock()

beforeAll(async () => {
  server = await startTestServer({ clock: clock.now })
  ;({ shopId, otherShopId, employeeId } = await seedTwoShops(server))
  ann = await server.client().signIn('ann')
  max = await server.client().signIn('max')
  api = `/api/${shopId}`
})
afterAll(() => server.close())
beforeEach(() => clock.advance(1000))

const lead = orderStatusIdByName.Lead
const fixed = orderStatusIdByName.Fixed
const carla = { name: 'Carla', countryCode: '1', phone: '(555) 010-2000' }
const nowhere = '00000000-0000-4000-8000-000000000000'

const rowOf = ({ status, text, json }: Answer): Row => {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json as Row
}
const rowsOf = (answer: Answer): Row[] => rowOf(answer) as unknown as Row[]
const createCustomer = async (more: object = {}): Promise<Row> => rowOf(await ann.post(`${api}/customers`, { ...carla, ...more }))
const createOrder = async (more: object = {}): Promise<Row> => {
  const customerId = (await createCustomer()).id
  return rowOf(await ann.post(`${api}/orders`, { customerId, orderStatusId: lead, itemDetails: 'iPhone 12', issueDescription: 'Broken glass', ...more }))
}
const expectRefusal = (answer: Answer, status: number, message: string, paths?: string[]): void => {
  expect([answer.status, (answer.json as { message: string }).message]).toEqual([status, message])
  if (paths) expect((answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(paths)
}

describe('customers', () => {
  test('POST answers the stored row with its id; phones are digits, codes have their plus', async () => {
    const customer = rowOf(
      await ann.post(`${api}/customers`, {
        ...carla,
        alternateCountryCode: '',
        alternatePhone: '',
        email: ' carla@example.com ',
        customerNotes: 'Rings twice',
        shopId,
      }),
    )
    expect(customer).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      shopId,
      name: 'Carla',
      countryCode: '+1',
      phone: '5550102000',
      alternateCountryCode: null,
      alternatePhone: null,
      email: 'carla@example.com',
      customerNotes: 'Rings twice',
      hasAccessCode: false,
      createdAt: clock.now().toISOString(),
    })
    expect(rowOf(await ann.get(`${api}/customers/${customer.id}`))).toEqual(customer)
  })

  test.each([
    [{ countryCode: '+1', phone: '555010' }, 'Customer name is required', ['name']],
    [{ name: ' ', countryCode: '+1', phone: '555010' }, 'Customer name is required', ['name']],
    [{ name: 'C', countryCode: '+1' }, 'Phone number is required', ['phone']],
    [{ name: 'C', countryCode: '+1', phone: '' }, 'Phone number is required', ['phone']],
    [{ name: 'C', phone: '555010' }, 'Country code is required', ['countryCode']],
    [{ name: 'C', phone: '555010', countryCode: '' }, 'Country code is required', ['countryCode']],
    [{ name: 'C', countryCode: '+1', phone: '12345' }, 'Phone must contain only digits, 6-15 characters', ['phone']],
    [{ name: 'C', countryCode: '+1', phone: '55501O' }, 'Phone must contain only digits, 6-15 characters', ['phone']],
    [{ name: 'C', countryCode: '+0', phone: '555010' }, 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)', ['countryCode']],
    [{ ...carla, email: 'carla' }, 'Invalid email format', ['email']],
    [{ ...carla, shopId: '' }, 'Shop ID is required', ['shopId']],
    [{ ...carla, shopId: nowhere }, 'Shop is not valid', ['shopId']],
    [{ ...carla, nickname: 'C' }, "Unknown field 'nickname'", ['nickname']],
    [{ ...carla, customerAccessCode: '123' }, 'Access code must have 4 to 64 characters', ['customerAccessCode']],
  ])('POST %o is refused: %s', async (body, message, paths) => {
    expectRefusal(await ann.post(`${api}/customers`, body), 400, message, paths)
  })

  test('POST names every field at fault', async () => {
    const answer = await ann.post(`${api}/customers`, {})
    expect((answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path).sort()).toEqual(['countryCode', 'name', 'phone'])
  })

  test('PUT changes the given fields only, and what is read may be sent back', async () => {
    const customer = await createCustomer({ customerNotes: 'keep me' })
    const changed = rowOf(await ann.put(`${api}/customers/${customer.id}`, { email: 'new@example.com' }))
    expect(changed).toMatchObject({ name: 'Carla', phone: '5550102000', customerNotes: 'keep me', email: 'new@example.com' })
    expect(rowOf(await ann.put(`${api}/customers/${customer.id}`, { ...changed, name: 'Carla B', email: '' }))).toMatchObject({ name: 'Carla B', email: null })
    expectRefusal(await ann.put(`${api}/customers/${customer.id}`, { phone: '' }), 400, 'Phone number is required', ['phone'])
    expectRefusal(await ann.put(`${api}/customers/${customer.id}`, { name: null }), 400, 'Customer name is required', ['name'])
  })

  test('the list goes by name; search finds parts of names and digits of phones', async () => {
    await createCustomer({ name: 'émile Zola', phone: '777888999', alternatePhone: '4440001112', alternateCountryCode: '44' })
    await createCustomer({ name: 'Dora' })
    const namesOf = async (query: string) => rowsOf(await ann.get(`${api}/customers${query}`)).map(({ name }) => name)
    const all = await namesOf('')
    expect(all.indexOf('Dora')).toBeLessThan(all.indexOf('émile Zola'))
    expect(await namesOf('?search=')).toEqual(all)
    expect(await namesOf('?search=EMILE')).toEqual(['émile Zola'])
    expect(await namesOf('?search=777-888')).toEqual(['émile Zola'])
    expect(await namesOf('?search=0001112')).toEqual(['émile Zola'])
    expect(await namesOf('?search=nobody')).toEqual([])
  })

  test('DELETE needs delete_customer, and no orders', async () => {
    const order = await createOrder()
    expectRefusal(await ann.delete(`${api}/customers/${String(order['customerId'])}`), 403, 'You do not have permission to do this.')
    expectRefusal(await max.delete(`${api}/customers/${String(order['customerId'])}`), 409, 'Cannot delete customer with existing orders.')
    const free = await createCustomer()
    expect(await max.delete(`${api}/customers/${free.id}`)).toMatchObject({ status: 200, json: {} })
    expect((await ann.get(`${api}/customers/${free.id}`)).status).toBe(404)
    expectRefusal(await ann.post(`${api}/customers/${free.id}/restore`), 403, 'You do not have permission to do this.')
    expect(rowOf(await max.post(`${api}/customers/${free.id}/restore`))).toMatchObject({ id: free.id, name: 'Carla' })
  })
})

describe("a customer's access code", () => {
  const hashOf = async (id: string) => (await server.services.reader.selectFrom('customers').select('access_code_hash').where('id', '=', id).executeTakeFirstOrThrow()).access_code_hash

  test('is stored as a hash and never answered', async () => {
    const answer = await ann.post(`${api}/customers`, { ...carla, customerAccessCode: ' open42 ' })
    const customer = rowOf(answer)
    expect(customer['hasAccessCode']).toBe(true)
    expect(answer.text).not.toMatch(/open42|argon2|accessCodeHash|customerAccessCode/)
    expect(await verifyPassword(await hashOf(customer.id), 'open42')).toBe(true)
    const read = await ann.get(`${api}/customers`)
    expect(read.text).not.toMatch(/open42|argon2/)
    const activities = await max.get(`${api}/activities`)
    expect(activities.text).not.toMatch(/open42|argon2/)
  })

  test('stays when left out, empty or masked; null removes it', async () => {
    const { id } = await createCustomer({ customerAccessCode: 'open42' })
    const hash = await hashOf(id)
    for (const body of [{ name: 'C' }, { customerAccessCode: '' }, { customerAccessCode: '••••••' }, { customerAccessCode: '********' }, { hasAccessCode: false }]) {
      expect(rowOf(await ann.put(`${api}/customers/${id}`, body))['hasAccessCode']).toBe(true)
      expect(await hashOf(id)).toBe(hash)
    }
    expect(rowOf(await ann.put(`${api}/customers/${id}`, { customerAccessCode: 'other code' }))['hasAccessCode']).toBe(true)
    expect(await verifyPassword(await hashOf(id), 'other code')).toBe(true)
    expect(rowOf(await ann.put(`${api}/customers/${id}`, { customerAccessCode: null }))['hasAccessCode']).toBe(false)
    expect(await hashOf(id)).toBeNull()
    expectRefusal(await ann.put(`${api}/customers/${id}`, { customerAccessCode: 'x'.repeat(65) }), 400, 'Access code must have 4 to 64 characters')
  })

  test('cannot be set as a hash', async () => {
    const { id } = await createCustomer()
    await ann.put(`${api}/customers/${id}`, { accessCodeHash: 'planted', hasAccessCode: true })
    expect(await hashOf(id)).toBeNull()
  })
})

describe('orders', () => {
  test('POST takes the documented body: return is repeat, empty is null', async () => {
    const order = await createOrder({
      assignedEmployeeId: '',
      quotedCost: '',
      dueTimestamp: '',
      priority: true,
      return: true,
      additionalRequests: '',
      orderNotes: 'Front desk',
    })
    expect(order).toMatchObject({
      shopId,
      orderStatusId: lead,
      assignedEmployeeId: null,
      quotedCost: null,
      dueTimestamp: null,
      priority: true,
      repeat: true,
      additionalRequests: null,
      orderNotes: 'Front desk',
      statusChangedAt: clock.now().toISOString(),
    })
    expect(order).not.toHaveProperty('return')
  })

  test('repeat wins over return; a quote may be a number; an offset becomes UTC', async () => {
    expect(await createOrder({ return: true, repeat: false, quotedCost: 90.5, dueTimestamp: '2026-03-05T14:00:00+02:00', assignedEmployeeId: employeeId })).toMatchObject({
      repeat: false,
      quotedCost: '90.5',
      dueTimestamp: '2026-03-05T12:00:00.000Z',
      assignedEmployeeId: employeeId,
    })
  })

  test.each([
    [{ customerId: '' }, 'Customer ID is required', 'customerId'],
    [{ customerId: undefined }, 'Customer ID is required', 'customerId'],
    [{ orderStatusId: undefined }, 'Order status ID is required', 'orderStatusId'],
    [{ orderStatusId: '' }, 'Order status ID is required', 'orderStatusId'],
    [{ orderStatusId: 'in_progress' }, 'Status is not valid', 'orderStatusId'],
    [{ issueDescription: ' ' }, 'Issue description is required', 'issueDescription'],
    [{ itemDetails: undefined }, 'Item details is required', 'itemDetails'],
    [{ shopId: '' }, 'Shop ID is required', 'shopId'],
    [{ dueTimestamp: 'tomorrow' }, 'Due date is not a valid date', 'dueTimestamp'],
    [{ priority: 'yes' }, 'High priority must be true or false', 'priority'],
  ])('POST with %o is refused: %s', async (change, message, path) => {
    const { id: customerId } = await createCustomer()
    const body = { customerId, orderStatusId: lead, itemDetails: 'iPhone', issueDescription: 'Glass', ...change }
    expectRefusal(await ann.post(`${api}/orders`, body), 400, message, [path])
  })

  test('ids of another shop or of nothing in a body are refused alike', async () => {
    const bob = await server.client().signIn('bob')
    const foreign = rowOf(await bob.post(`/api/${otherShopId}/customers`, carla))
    const [withForeign, withNothing] = await Promise.all(
      [foreign.id, nowhere].map((customerId) => ann.post(`${api}/orders`, { customerId, orderStatusId: lead, itemDetails: 'iPhone', issueDescription: 'Glass' })),
    )
    expect(withForeign?.status).toBe(400)
    expect({ ...(withForeign?.json as object), requestId: '' }).toEqual({ ...(withNothing?.json as object), requestId: '' })
  })

  test('PUT is partial; absent keeps, null and empty clear', async () => {
    const order = await createOrder({ quotedCost: '90', orderNotes: 'a', dueTimestamp: '2026-03-05T12:00:00.000Z', assignedEmployeeId: employeeId })
    const put = async (body: object) => rowOf(await ann.put(`${api}/orders/${order.id}`, body))
    expect(await put({ quotedCost: '95' })).toMatchObject({ quotedCost: '95', orderNotes: 'a', dueTimestamp: '2026-03-05T12:00:00.000Z', assignedEmployeeId: employeeId })
    expect(await put({ assignedEmployeeId: null })).toMatchObject({ assignedEmployeeId: null, quotedCost: '95' })
    expect(await put({ dueTimestamp: '', quotedCost: null, return: true })).toMatchObject({ dueTimestamp: null, quotedCost: null, repeat: true })
    expect(await put({})).toMatchObject({ repeat: true })
  })

  test('every change of status has its row in the history, equal ones are not doubled', async () => {
    const order = await createOrder()
    clock.advance(60_000)
    await ann.put(`${api}/orders/${order.id}`, { orderStatusId: fixed })
    await ann.put(`${api}/orders/${order.id}`, { orderStatusId: fixed, orderNotes: 'same status' })
    const history = rowsOf(await ann.get(`${api}/orders/${order.id}/status-history`))
    expect(history.map(({ orderStatusId }) => orderStatusId)).toEqual([lead, fixed])
    expect(history[1]).toMatchObject({ orderId: order.id, shopId, createdAt: clock.now().toISOString() })
  })

  test('days since the change of status count calendar days of the given zone', async () => {
    const order = await createOrder()
    const changedAt = clock.now()
    clock.advance(2 * 86_400_000)
    const daysIn = async (query: string) => rowsOf(await ann.get(`${api}/orders/days-since-status-change${query}`)).find(({ orderId }) => orderId === order.id)
    expect(await daysIn('')).toEqual({ orderId: order.id, daysSinceLastChange: 2 })
    expect(await daysIn('?timezone=')).toEqual({ orderId: order.id, daysSinceLastChange: 2 })
    clock.advance(24 * 3_600_000 - (changedAt.getTime() % 86_400_000) - 3_600_000)
    expect(await daysIn('?timezone=UTC')).toMatchObject({ daysSinceLastChange: 2 })
    expect(await daysIn('?timezone=Asia/Tokyo')).toMatchObject({ daysSinceLastChange: 3 })
    expectRefusal(await ann.get(`${api}/orders/days-since-status-change?timezone=Mars/Base`), 400, 'Timezone is not valid', ['timezone'])
  })

  test('the list is in the documented order', async () => {
    const first = await createOrder({ priority: true, dueTimestamp: '2026-01-01T00:00:00.000Z', itemDetails: 'most urgent' })
    await createOrder({ itemDetails: 'least urgent' })
    expect(rowsOf(await ann.get(`${api}/orders`))[0]).toMatchObject({ id: first.id, itemDetails: 'most urgent' })
  })

  test('DELETE needs delete_order and takes what belongs to the order; restore brings it back', async () => {
    const order = await createOrder()
    const payment = rowOf(await ann.post(`${api}/payments`, { orderId: order.id, paymentAmount: 10 }))
    expectRefusal(await ann.delete(`${api}/orders/${order.id}`), 403, 'You do not have permission to do this.')
    expect(await max.delete(`${api}/orders/${order.id}`)).toMatchObject({ status: 200, json: {} })
    for (const address of [`orders/${order.id}`, `payments/${payment.id}`, `orders/${order.id}/payments`, `orders/${order.id}/status-history`]) {
      expect((await ann.get(`${api}/${address}`)).status).toBe(404)
    }
    expect((await ann.put(`${api}/orders/${order.id}`, { orderNotes: 'late' })).json).toMatchObject({ code: 'DELETED' })
    expect((await ann.post(`${api}/orders/${order.id}/restore`)).status).toBe(403)
    expect(rowOf(await max.post(`${api}/orders/${order.id}/restore`))).toMatchObject({ id: order.id })
    expect(rowsOf(await ann.get(`${api}/orders/${order.id}/payments`))).toHaveLength(1)
  })
})

describe.each([
  ['payments', 'payment', 'Payment'],
  ['costs', 'cost', 'Cost'],
])('%s', (collection, noun, Noun) => {
  const amountKey = `${noun}Amount`
  const textKey = `${noun}Text`

  test('POST takes amounts as numbers or text and answers numbers', async () => {
    const { id: orderId } = await createOrder()
    const post = async (body: object) => rowOf(await ann.post(`${api}/${collection}`, { orderId, ...body }))
    expect(await post({ [amountKey]: '19.90', [textKey]: ' Screen ', afterTax: true })).toMatchObject({ [amountKey]: 19.9, [textKey]: 'Screen', afterTax: true })
    expect(await post({ [amountKey]: 0.01 })).toMatchObject({ [amountKey]: 0.01, [textKey]: null, afterTax: false, createdAt: clock.now().toISOString() })
    expect(await post({ [amountKey]: 99_999_999.99 })).toMatchObject({ [amountKey]: 99_999_999.99 })
    expect(rowsOf(await ann.get(`${api}/orders/${orderId}/${collection}`)).map((row) => row[amountKey])).toEqual([19.9, 0.01, 99_999_999.99])
  })

  test.each([
    [{ [amountKey]: '' }, `${Noun} amount is required`],
    [{}, `${Noun} amount is required`],
    [{ [amountKey]: null }, `${Noun} amount is required`],
    [{ [amountKey]: 0 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: -5 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: '1,50' }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: 1.005 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: 100_000_000 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: '1e3' }, `${Noun} amount must be a valid positive number`],
  ])('POST with %o is refused: %s', async (body, message) => {
    const { id: orderId } = await createOrder()
    expectRefusal(await ann.post(`${api}/${collection}`, { orderId, ...body }), 400, message, [amountKey])
  })

  test('POST needs the order', async () => {
    expectRefusal(await ann.post(`${api}/${collection}`, { [amountKey]: 5 }), 400, 'Order ID is required', ['orderId'])
    expectRefusal(await ann.post(`${api}/${collection}`, { orderId: '', [amountKey]: 5 }), 400, 'Order ID is required', ['orderId'])
  })

  test('the date is the given one if it parses, else now; a PUT keeps what is stored', async () => {
    const { id: orderId } = await createOrder()
    const post = async (createdAt: unknown) => rowOf(await ann.post(`${api}/${collection}`, { orderId, [amountKey]: 5, createdAt }))
    const now = clock.now().toISOString()
    expect((await post('2026-02-01'))['createdAt']).toBe('2026-02-01T00:00:00.000Z')
    for (const createdAt of ['soon', '', null, 12, '2026-13-45', undefined]) expect((await post(createdAt))['createdAt']).toBe(now)
    const { id } = await post('2026-02-01T10:00:00Z')
    const put = async (body: object) => rowOf(await ann.put(`${api}/${collection}/${id}`, body))
    expect(await put({ [amountKey]: '7', createdAt: 'never' })).toMatchObject({ [amountKey]: 7, createdAt: '2026-02-01T10:00:00.000Z' })
    expect(await put({ createdAt: '2026-02-03T10:00:00Z', afterTax: true, [textKey]: 'x' })).toMatchObject({ [amountKey]: 7, createdAt: '2026-02-03T10:00:00.000Z', afterTax: true })
  })

  test('reading by dates is a report and needs view_report; days of the zone count, both ends included', async () => {
    const { id: orderId } = await createOrder()
    const ids: string[] = []
    for (const createdAt of ['2025-05-01T03:30:00Z', '2025-05-02T12:00:00Z', '2025-05-04T03:30:00Z']) {
      ids.push(rowOf(await ann.post(`${api}/${collection}`, { orderId, [amountKey]: 5, createdAt })).id)
    }
    const [first, second, third] = ids
    const foundBy = async (query: string) => rowsOf(await max.get(`${api}/${collection}?${query}`)).map(({ id }) => id)
    expect(await foundBy('dateFrom=2025-05-01&dateTo=2025-05-03')).toEqual([first, second])
    expect(await foundBy('dateFrom=2025-05-01&dateTo=2025-05-03&timezone=America/New_York')).toEqual([second, third])
    expect(await foundBy('dateTo=2025-05-01')).toEqual([first])
    expect((await foundBy('dateFrom=&dateTo=&timezone=')).slice(0, 3)).toEqual(ids)
    for (const query of ['dateFrom=2025-05-01', 'dateTo=2025-05-01']) {
      expectRefusal(await ann.get(`${api}/${collection}?${query}`), 403, 'You do not have permission to do this.')
    }
    expect((await ann.get(`${api}/${collection}?dateFrom=&timezone=UTC`)).status).toBe(200)
    expectRefusal(await max.get(`${api}/${collection}?dateFrom=2025-05-01&timezone=Nowhere`), 400, 'Timezone is not valid', ['timezone'])
    expectRefusal(await max.get(`${api}/${collection}?dateFrom=2025-02-30`), 400, 'Date must look like 2026-03-01', ['dateFrom'])
  })

  test('DELETE removes and restore brings back, for every member', async () => {
    const { id: orderId } = await createOrder()
    const { id } = rowOf(await ann.post(`${api}/${collection}`, { orderId, [amountKey]: 5 }))
    expect(await ann.delete(`${api}/${collection}/${id}`)).toMatchObject({ status: 200, json: {} })
    expect((await ann.get(`${api}/${collection}/${id}`)).status).toBe(404)
    expect(rowOf(await ann.post(`${api}/${collection}/${id}/restore`))).toMatchObject({ id, [amountKey]: 5 })
  })
})

describe('tasks', () => {
  test('of an order need it; those of the shop have none', async () => {
    const order = await createOrder()
    const task = rowOf(await ann.post(`${api}/tasks`, { orderId: order.id, description: 'Order glass', dueTimestamp: '', assignedEmployeeId: employeeId }))
    expect(task).toMatchObject({ orderId: order.id, description: 'Order glass', dueTimestamp: null, assignedEmployeeId: employeeId, completed: false })
    for (const orderId of [undefined, '', null]) {
      expectRefusal(await ann.post(`${api}/tasks`, { description: 'x', orderId }), 400, 'orderId required for order tasks', ['orderId'])
    }
    const shopTask = rowOf(await ann.post(`${api}/shop-tasks`, { description: 'Sweep', assignedEmployeeId: null, completed: false, dueTimestamp: '' }))
    expect(shopTask).toMatchObject({ orderId: null, description: 'Sweep' })
    expect(rowOf(await ann.post(`${api}/shop-tasks`, { description: 'Mop', orderId: order.id }))['orderId']).toBeNull()
  })

  test('without a description are refused in the words of their path', async () => {
    const { id: orderId } = await createOrder()
    expectRefusal(await ann.post(`${api}/tasks`, { orderId }), 400, 'Task description is required', ['description'])
    expectRefusal(await ann.post(`${api}/shop-tasks`, { description: ' ' }), 400, 'Description is required', ['description'])
    const { id } = rowOf(await ann.post(`${api}/shop-tasks`, { description: 'Sweep' }))
    expectRefusal(await ann.put(`${api}/tasks/${id}`, { description: '' }), 400, 'Task description is required', ['description'])
    expectRefusal(await ann.put(`${api}/shop-tasks/${id}`, { description: '' }), 400, 'Description is required', ['description'])
  })

  test('either path changes and deletes any task, in part', async () => {
    const { id: orderId } = await createOrder()
    const { id } = rowOf(await ann.post(`${api}/tasks`, { orderId, description: 'Order glass', dueTimestamp: '2026-03-05T12:00:00.000Z' }))
    expect(rowOf(await ann.put(`${api}/tasks/${id}`, { assignedEmployeeId: employeeId }))).toMatchObject({ assignedEmployeeId: employeeId, description: 'Order glass', dueTimestamp: '2026-03-05T12:00:00.000Z' })
    expect(rowOf(await ann.put(`${api}/tasks/${id}`, { assignedEmployeeId: null }))['assignedEmployeeId']).toBeNull()
    expect(rowOf(await ann.put(`${api}/shop-tasks/${id}`, { description: 'Order glass now', completed: true, dueTimestamp: '' }))).toMatchObject({ orderId, completed: true, dueTimestamp: null })
    expect(await ann.delete(`${api}/shop-tasks/${id}`)).toMatchObject({ status: 200, json: {} })
  })

  test('in lists show their order and its customer, earliest due first', async () => {
    const order = await createOrder({ priority: true })
    const late = rowOf(await ann.post(`${api}/tasks`, { orderId: order.id, description: 'later', dueTimestamp: '2026-04-02T12:00:00.000Z' }))
    const early = rowOf(await ann.post(`${api}/tasks`, { orderId: order.id, description: 'earlier', dueTimestamp: '2026-04-01T12:00:00.000Z' }))
    const ofOrder = rowsOf(await ann.get(`${api}/orders/${order.id}/tasks`))
    expect(ofOrder.map(({ id }) => id)).toEqual([early.id, late.id])
    const display = { customerName: 'Carla', customerPhone: '5550102000', customerCountryCode: '+1', itemDetails: 'iPhone 12', issueDescription: 'Broken glass', orderStatusId: lead, priority: true }
    expect(ofOrder[0]).toMatchObject({ ...early, ...display })
    const all = rowsOf(await ann.get(`${api}/tasks`))
    expect(all.find(({ id }) => id === late.id)).toMatchObject(display)
    const shopTask = rowOf(await ann.post(`${api}/shop-tasks`, { description: 'Sweep' }))
    expect(rowsOf(await ann.get(`${api}/tasks`)).find(({ id }) => id === shopTask.id)).toMatchObject({ customerName: null, orderStatusId: null, priority: false })
  })
})

describe('checklist selections', () => {
  test('are replaced as a whole', async () => {
    const items: string[] = []
    const { applyOps } = await import('../store/write.ts')
    for (const name of ['Charger', 'Case', 'SIM card']) {
      const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'administration' } as const
      const [state] = await applyOps(server.services, caller, shopId, [{ action: 'create', collection: 'checklist_items', id: server.services.newId(), values: { name } }])
      items.push(state?.document.id ?? '')
      clock.advance(1)
    }
    const [charger = '', bag = '', sim = ''] = items
    const { id } = await createOrder()
    const address = `/api/shops/${shopId}/orders/${id}/dropoff-checklist-selections`
    const selected = async () => (rowOf(await ann.get(address))['checklistIds'] as string[]).sort()
    expect(rowsOf(await ann.get(`/api/shops/${shopId}/dropoff-checklist`))).toEqual([{ id: charger, name: 'Charger' }, { id: bag, name: 'Case' }, { id: sim, name: 'SIM card' }])
    expect(await selected()).toEqual([])
    rowOf(await ann.post(address, { checklistIds: [charger, bag, bag] }))
    expect(await selected()).toEqual([charger, bag].sort())
    rowOf(await ann.post(address, { checklistIds: [bag, sim] }))
    expect(await selected()).toEqual([bag, sim].sort())
    rowOf(await ann.post(address, { checklistIds: [charger] }))
    expect(await selected()).toEqual([charger])
    rowOf(await ann.post(address, { checklistIds: [] }))
    expect(await selected()).toEqual([])
    expect((await ann.post(address, { checklistIds: [nowhere] })).status).toBe(400)
    expectRefusal(await ann.post(address, {}), 400, 'checklistIds must be a list of ids', ['checklistIds'])
  })
})

describe('activities', () => {
  test('tell who did what, newest first, in pages that lose nothing', async () => {
    await createOrder()
    clock.advance(1000)
    await createCustomer({ name: 'Newest' })
    expect(await ann.get(`${api}/activities`)).toMatchObject({ status: 403 })
    const all = rowsOf(await max.get(`${api}/activities`))
    expect(all[0]).toMatchObject({ auditText: "Customer 'Newest' created", userId: expect.any(String), createdAt: clock.now().toISOString() })
    const seen: string[] = []
    let before: unknown
    for (let page = 0; page < 200; page++) {
      const rows = rowsOf(await max.get(`${api}/activities?limit=7${before === undefined ? '' : `&before=${String(before)}`}`))
      if (rows.length === 0) break
      seen.push(...rows.map(({ id }) => id))
      before = rows.at(-1)?.['createdAt']
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expectRefusal(await max.get(`${api}/activities?limit=0`), 400, 'limit must be a whole number from 1 to 1000', ['limit'])
  })
})
