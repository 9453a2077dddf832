import { describe, expect, it } from 'vitest'
import { collectionToColumns, collectionToCreateShape, collectionToLocalSchema, collectionToUpdateShape, type Collection } from '../collection.ts'
import { orderStatusIdByName } from '../values/order-status.ts'
import { collectionByName, collectionNames, collectionToDependants, type CollectionName } from './index.ts'
import { serverTableByName } from './server-tables.ts'

const id = '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c13'

function messagesOf(name: CollectionName, values: Record<string, unknown>): Record<string, string> {
  const result = collectionToCreateShape(collectionByName[name]).safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]))
}

describe('what creates a row', () => {
  it('names each missing field of an order in the documented words', () => {
    expect(messagesOf('orders', {})).toEqual({
      customerId: 'Customer ID is required',
      orderStatusId: 'Order status ID is required',
      itemDetails: 'Item details is required',
      issueDescription: 'Issue description is required',
    })
    expect(messagesOf('orders', { customerId: '', orderStatusId: '', itemDetails: '  ', issueDescription: '\n' })).toEqual(messagesOf('orders', {}))
  })

  it.each([
    ['customers', 'name', 'Customer name is required'],
    ['tasks', 'description', 'Task description is required'],
    ['payments', 'paymentAmount', 'Payment amount is required'],
    ['costs', 'costAmount', 'Cost amount is required'],
    ['payments', 'orderId', 'Order ID is required'],
    ['suppliers', 'supplierName', 'Supplier name is required'],
    ['categories', 'name', 'Category name is required'],
    ['products', 'name', 'Product name is required'],
    ['employees', 'name', 'Employee name is required'],
    ['checklist_items', 'name', 'Checklist item name is required'],
  ] as const)('%s without %s: %s', (collection, field, message) => {
    expect(messagesOf(collection, {})[field]).toBe(message)
  })

  it('names an activity without its text in the documented words, though only the server writes one (VAL-40)', () => {
    expect(collectionByName.activities.fields.auditText.schema.safeParse(' ').error?.issues[0]?.message).toBe('Activity text is required')
    expect(collectionByName.activities.fields.auditText.schema.safeParse(undefined).error?.issues[0]?.message).toBe('Activity text is required')
  })

  it.each([0, -1, '0', '-5', '1.005', 1.005, '1e3', 'abc', 100_000_000, Number.NaN])('refuses the payment or cost amount %j', (paymentAmount) => {
    expect(messagesOf('payments', { orderId: id, paymentAmount }).paymentAmount).toBe('Payment amount must be a valid positive number')
    expect(messagesOf('costs', { orderId: id, costAmount: paymentAmount }).costAmount).toBe('Cost amount must be a valid positive number')
  })

  it.each([
    [12, 12],
    ['12.50', 12.5],
    ['.5', 0.5],
    [0.1 + 0.2, 0.3],
    ['99999999.99', 99_999_999.99],
  ])('takes the payment amount %j as %d', (given, stored) => {
    const parsed = collectionToCreateShape(collectionByName.payments).parse({ orderId: id, paymentAmount: given })
    expect(parsed['paymentAmount']).toBe(stored)
  })

  it('refuses a date of payment whose text would no longer sort by time', () => {
    for (const createdAt of ['9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00Z', '2026-02-30T10:00:00Z']) {
      expect(messagesOf('payments', { orderId: id, paymentAmount: 5, createdAt })).toEqual({ createdAt: 'Date is not valid' })
    }
  })

  it('stores phones as digits, country codes with a plus, and cleared fields as null', () => {
    const parsed = collectionToCreateShape(collectionByName.customers).parse({
      name: '  Ada  ',
      countryCode: '44',
      phone: '020 7946-0000',
      alternatePhone: '',
      email: ' ada@example.com ',
    })
    expect(parsed).toMatchObject({ name: 'Ada', countryCode: '+44', phone: '02079460000', alternatePhone: null, email: 'ada@example.com', customerNotes: null })
  })

  it.each([
    [{ phone: '12345' }, { phone: 'Phone must contain only digits, 6-15 characters' }],
    [{ phone: '123x5678' }, { phone: 'Phone must contain only digits, 6-15 characters' }],
    [{ phone: '1234567890123456' }, { phone: 'Phone must contain only digits, 6-15 characters' }],
    [{ countryCode: '+0' }, { countryCode: 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)' }],
    [{ countryCode: '+12345' }, { countryCode: 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)' }],
    [{ email: 'not an address' }, { email: 'Invalid email format' }],
  ])('refuses %j', (values, messages) => {
    expect(messagesOf('customers', { name: 'Ada', ...values })).toEqual(messages)
  })

  it('refuses fields that the entity does not have and fields that only the server writes', () => {
    expect(collectionToCreateShape(collectionByName.customers).safeParse({ name: 'Ada', shoeSize: 42 }).success).toBe(false)
    expect(collectionToCreateShape(collectionByName.customers).safeParse({ name: 'Ada', accessCodeHash: 'x' }).success).toBe(false)
    expect(collectionToUpdateShape(collectionByName.orders).safeParse({ statusChangedAt: '2026-01-01T00:00:00.000Z' }).success).toBe(false)
  })

  it('lets a person date payments and costs, and nothing else', () => {
    const createdAt = '2026-01-01T01:00:00+01:00'
    const editable = collectionNames.filter((name) => collectionToUpdateShape(collectionByName[name]).safeParse({ createdAt }).success)
    expect(editable).toEqual(['payments', 'costs'])
    expect(collectionToUpdateShape(collectionByName.costs).parse({ createdAt })).toEqual({ createdAt: '2026-01-01T00:00:00.000Z' })
  })

  it('changes only the fields that a change names', () => {
    expect(collectionToUpdateShape(collectionByName.orders).parse({ orderStatusId: orderStatusIdByName.Fixed })).toEqual({
      orderStatusId: orderStatusIdByName.Fixed,
    })
  })
})

describe('what is derived from a declaration', () => {
  it('keeps secrets out of the local database', () => {
    const { properties } = collectionToLocalSchema(collectionByName.customers)
    expect(properties).toHaveProperty('hasAccessCode')
    expect(properties).not.toHaveProperty('accessCodeHash')
  })

  it('indexes only local fields that are never null, with a maximum length', () => {
    for (const name of collectionNames) {
      const { indexes, properties } = collectionToLocalSchema(collectionByName[name])
      for (const field of indexes.flat()) expect(properties[field]).toMatchObject({ type: 'string', maxLength: expect.any(Number) })
    }
  })

  it('makes local keys that fit their declared length', () => {
    const long = {
      id,
      name: 'Ä'.repeat(200),
      priority: false,
      dueTimestamp: '9999-12-31T23:59:59.999Z',
      orderStatusId: id,
      createdAt: '0001-01-01T00:00:00.000Z',
    }
    for (const name of collectionNames) {
      const collection: Collection = collectionByName[name]
      for (const key of Object.values(collection.localKeys)) expect(key.of(long as never).length).toBeLessThanOrEqual(key.maxLength)
    }
  })

  it('names columns once, in snake case, money in cents', () => {
    expect(collectionToColumns(collectionByName.payments).toSorted()).toEqual(
      [
        'after_tax',
        'created_at',
        'deleted',
        'deleted_with',
        'id',
        'kind',
        'method',
        'order_id',
        'payment_amount_cents',
        'payment_text',
        'refund_of',
        'seq',
        'shop_id',
        'till_day_id',
        'updated_at',
      ].toSorted(),
    )
    for (const table of [...Object.values(collectionByName), ...Object.values(serverTableByName)]) {
      const columns = collectionToColumns(table)
      expect(new Set(columns).size, table.name).toBe(columns.length)
    }
  })

  it('points only at entities that exist, and keeps the registry under its own names', () => {
    const known = new Set([...Object.keys(collectionByName), ...Object.keys(serverTableByName)])
    for (const [key, table] of [...Object.entries(collectionByName), ...Object.entries(serverTableByName)]) {
      expect(table.name).toBe(key)
      for (const field of Object.values(table.fields)) if (field.reference) expect(known).toContain(field.reference.collection)
    }
  })

  it('knows what a deletion takes along and what forbids it', () => {
    const cascades = collectionToDependants('orders').map(({ collection, onParentDelete }) => [collection, onParentDelete])
    expect(cascades).toEqual([
      ['orders', 'keep'],
      ['payments', 'cascade'],
      ['costs', 'cascade'],
      ['tasks', 'cascade'],
      ['checklist_selections', 'cascade'],
      ['attachments', 'cascade'],
      ['passcode_views', 'keep'],
      ['order_lines', 'cascade'],
      ['order_notes', 'cascade'],
      ['test_results', 'cascade'],
      ['estimates', 'cascade'],
      ['invoices', 'cascade'],
      ['messages', 'cascade'],
    ])
    const ofCustomers = collectionToDependants('customers').filter(({ onParentDelete }) => onParentDelete !== 'keep')
    expect(ofCustomers).toMatchObject([
      { collection: 'orders', onParentDelete: 'refuse', message: 'Cannot delete customer with existing orders.' },
      { collection: 'assets', onParentDelete: 'cascade' },
      { collection: 'messages', onParentDelete: 'cascade' },
    ])
  })

  it('wants a name of every privilege (VAL-79)', () => {
    const { privilegeName } = serverTableByName.privileges.fields
    for (const missing of [undefined, null, '', '  '])
      expect(privilegeName.schema.safeParse(missing).error?.issues.map(({ message }) => message)).toEqual(['Privilege name is required'])
    expect(privilegeName.schema.parse('view_report')).toBe('view_report')
  })
})
