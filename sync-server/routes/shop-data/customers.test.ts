import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyPassword } from '../../session/passwords.ts'
import { carla, expectRefusal, nowhere, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('customers', () => {
  test('POST answers the stored row with its id; phones are digits, codes have their plus', async () => {
    const customer = rowOf(
      await shop.ann.post(`${shop.api}/customers`, {
        ...carla,
        alternateCountryCode: '',
        alternatePhone: '',
        email: ' carla@example.com ',
        customerNotes: 'Rings twice',
        shopId: shop.shopId,
      }),
    )
    expect(customer).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      shopId: shop.shopId,
      name: 'Carla',
      countryCode: '+1',
      phone: '5550102000',
      alternateCountryCode: null,
      alternatePhone: null,
      email: 'carla@example.com',
      customerNotes: 'Rings twice',
      hasAccessCode: false,
      createdAt: shop.clock.now().toISOString(),
    })
    expect(rowOf(await shop.ann.get(`${shop.api}/customers/${customer.id}`))).toEqual(customer)
  })

  test('a customer has a company, an address, a tax ID and a language; country and language are spelled in one way', async () => {
    const firm = { company: ' Société Quay ', street: '1 Dock Road', postalCode: '04001', city: 'Görlitz', region: 'ME', taxId: 'DE129273398' }
    const customer = rowOf(await shop.ann.post(`${shop.api}/customers`, { ...carla, ...firm, country: 'de', language: 'de-ch' }))
    expect(customer).toMatchObject({ ...firm, company: 'Société Quay', country: 'DE', language: 'de-CH' })
    for (const typed of ['societe', 'GORLITZ', 'de1292', 'carla gorlitz'])
      expect(rowsOf(await shop.ann.get(`${shop.api}/customers?search=${encodeURIComponent(typed)}`)).map(({ id }) => id)).toEqual([customer.id])
    expect(rowsOf(await shop.ann.get(`${shop.api}/customers?search=quaygorlitz`))).toEqual([])
    const cleared = rowOf(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { company: '', country: null, city: '', taxId: '' }))
    expect(cleared).toMatchObject({ company: null, country: null, city: null, taxId: null, street: '1 Dock Road' })
  })

  test('a customer may have no phone on purpose; the mark goes with the first number', async () => {
    const made = await shop.ann.post(`${shop.api}/customers`, { name: 'Nan', noPhone: true })
    const customer = rowOf(made)
    expect(customer).toMatchObject({ name: 'Nan', phone: null, countryCode: null, noPhone: true })
    const put = (body: object) => shop.ann.put(`${shop.api}/customers/${customer.id}`, body)
    expect(rowOf(await put({ ...customer, email: 'nan@example.com' }))).toMatchObject({ phone: null, noPhone: true, email: 'nan@example.com' })
    for (const body of [{ noPhone: false }, { phone: null }, { phone: '' }]) expectRefusal(await put(body), 400, 'Phone number is required', ['phone'])
    for (const body of [
      { phone: '', countryCode: '' },
      { ...customer, noPhone: false },
    ])
      expectRefusal(await put(body), 400, 'Country code is required', ['countryCode', 'phone'])
    expect(rowOf(await put({ phone: '5550107777', countryCode: '+1' }))).toMatchObject({ phone: '5550107777', noPhone: false })
    expect(rowOf(await put({ noPhone: true }))).toMatchObject({ phone: null, countryCode: null, noPhone: true })
    expect(rowOf(await shop.ann.post(`${shop.api}/customers`, { ...carla, noPhone: true }))).toMatchObject({ phone: null, noPhone: true })
    expectRefusal(await shop.ann.post(`${shop.api}/customers`, { name: 'Nan', noPhone: false }), 400, 'Country code is required', ['countryCode', 'phone'])
  })

  test.each([
    [{ ...carla, country: 'UK' }, 'Country must be a code of two letters such as US or DE', ['country']],
    [{ ...carla, country: 'Germany' }, 'Country must be a code of two letters such as US or DE', ['country']],
    [{ ...carla, language: 'german' }, 'Language must be a tag such as en or de-CH', ['language']],
    [{ ...carla, postalCode: '1'.repeat(21) }, 'Postal code must be at most 20 characters', ['postalCode']],
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
    [{ ...carla, customerAccessCode: '1234567' }, 'Access code must have 8 to 64 characters', ['customerAccessCode']],
  ])('POST %o is refused: %s', async (body, message, paths) => {
    expectRefusal(await shop.ann.post(`${shop.api}/customers`, body), 400, message, paths)
  })

  test('POST names every field at fault', async () => {
    const answer = await shop.ann.post(`${shop.api}/customers`, {})
    expect((answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path).sort()).toEqual(['countryCode', 'name', 'phone'])
  })

  test('PUT changes the given fields only, and what is read may be sent back', async () => {
    const customer = await shop.createCustomer({ customerNotes: 'keep me' })
    const changed = rowOf(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { email: 'new@example.com' }))
    expect(changed).toMatchObject({ name: 'Carla', phone: '5550102000', customerNotes: 'keep me', email: 'new@example.com' })
    expect(rowOf(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { ...changed, name: 'Carla B', email: '' }))).toMatchObject({
      name: 'Carla B',
      email: null,
    })
    expectRefusal(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { phone: '' }), 400, 'Phone number is required', ['phone'])
    expectRefusal(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { name: null }), 400, 'Customer name is required', ['name'])
  })

  test('the list goes by name; search finds parts of names and digits of phones', async () => {
    await shop.createCustomer({ name: 'émile Zola', phone: '777888999', alternatePhone: '4440001112', alternateCountryCode: '44' })
    await shop.createCustomer({ name: 'Dora' })
    const namesOf = async (query: string) => rowsOf(await shop.ann.get(`${shop.api}/customers${query}`)).map(({ name }) => name)
    const all = await namesOf('')
    expect(all.indexOf('Dora')).toBeLessThan(all.indexOf('émile Zola'))
    expect(await namesOf('?search=')).toEqual(all)
    expect(await namesOf('?search=EMILE')).toEqual(['émile Zola'])
    expect(await namesOf('?search=777-888')).toEqual(['émile Zola'])
    expect(await namesOf('?search=0001112')).toEqual(['émile Zola'])
    expect(await namesOf('?search=nobody')).toEqual([])
  })

  test.each([
    ['Pat O’Brien', "o'brien"],
    ['Franz Strauß', 'STRAUSS'],
    ['Ægir Søreņsen', 'aegir sorensen'],
    ['Đorđe Łuczak', 'dorde luczak'],
    ['IŞIK', 'işık'],
    ['Half % Off', '%'],
    ['Under_score', '_'],
    ['Tom & Co', '&'],
  ])('search finds %s by %s', async (name, typed) => {
    await shop.createCustomer({ name })
    expect(rowsOf(await shop.ann.get(`${shop.api}/customers?search=${encodeURIComponent(typed)}`)).map((row) => row['name'])).toEqual([name])
  })

  test('DELETE needs delete_customer, and no orders', async () => {
    const order = await shop.createOrder()
    expectRefusal(await shop.ann.delete(`${shop.api}/customers/${String(order['customerId'])}`), 403, 'You do not have permission to do this.')
    expectRefusal(await shop.max.delete(`${shop.api}/customers/${String(order['customerId'])}`), 409, 'Cannot delete customer with existing orders.')
    const free = await shop.createCustomer()
    expect(await shop.max.delete(`${shop.api}/customers/${free.id}`)).toMatchObject({ status: 200, json: {} })
    expect((await shop.ann.get(`${shop.api}/customers/${free.id}`)).status).toBe(404)
    expectRefusal(await shop.ann.post(`${shop.api}/customers/${free.id}/restore`), 403, 'You do not have permission to do this.')
    expect(rowOf(await shop.max.post(`${shop.api}/customers/${free.id}/restore`))).toMatchObject({ id: free.id, name: 'Carla' })
  })
})

describe("a customer's access code", () => {
  const hashOf = async (id: string) =>
    (await shop.server.services.reader.selectFrom('customers').select('access_code_hash').where('id', '=', id).executeTakeFirstOrThrow()).access_code_hash

  test('is stored as a hash and never answered', async () => {
    const answer = await shop.ann.post(`${shop.api}/customers`, { ...carla, customerAccessCode: ' open4242 ' })
    const customer = rowOf(answer)
    expect(customer['hasAccessCode']).toBe(true)
    expect(answer.text).not.toMatch(/open4242|argon2|accessCodeHash|customerAccessCode/)
    expect(await verifyPassword(await hashOf(customer.id), 'open4242')).toBe(true)
    const read = await shop.ann.get(`${shop.api}/customers`)
    expect(read.text).not.toMatch(/open4242|argon2/)
    const activities = await shop.max.get(`${shop.api}/activities`)
    expect(activities.text).not.toMatch(/open4242|argon2/)
  })

  test('stays when left out, empty or masked; null removes it', async () => {
    const { id } = await shop.createCustomer({ customerAccessCode: 'open4242' })
    const hash = await hashOf(id)
    for (const body of [
      { name: 'C' },
      { customerAccessCode: '' },
      { customerAccessCode: '••••••' },
      { customerAccessCode: '********' },
      { hasAccessCode: false },
    ]) {
      expect(rowOf(await shop.ann.put(`${shop.api}/customers/${id}`, body))['hasAccessCode']).toBe(true)
      expect(await hashOf(id)).toBe(hash)
    }
    expect(rowOf(await shop.ann.put(`${shop.api}/customers/${id}`, { customerAccessCode: 'other code' }))['hasAccessCode']).toBe(true)
    expect(await verifyPassword(await hashOf(id), 'other code')).toBe(true)
    expect(rowOf(await shop.ann.put(`${shop.api}/customers/${id}`, { customerAccessCode: null }))['hasAccessCode']).toBe(false)
    expect(await hashOf(id)).toBeNull()
    expectRefusal(await shop.ann.put(`${shop.api}/customers/${id}`, { customerAccessCode: 'x'.repeat(65) }), 400, 'Access code must have 8 to 64 characters')
  })

  test('that is not there can be removed without a trace', async () => {
    const { id, seq } = await shop.createCustomer()
    expect(rowOf(await shop.ann.put(`${shop.api}/customers/${id}`, { customerAccessCode: null }))).toMatchObject({ hasAccessCode: false, seq })
  })

  test('cannot be set as a hash', async () => {
    const { id } = await shop.createCustomer()
    await shop.ann.put(`${shop.api}/customers/${id}`, { accessCodeHash: 'planted', hasAccessCode: true })
    expect(await hashOf(id)).toBeNull()
  })
})
