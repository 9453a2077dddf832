import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CreateInput, OpInput, UpdateInput } from './op-input.ts'
import { toCreateOp, toUpdateOp } from './ops.ts'

const id = '0190f0f0-0000-7000-8000-000000000001'
const order = { customerId: id, orderStatusId: id, itemDetails: 'Radio', issueDescription: 'Silent' }
const row = { id, shopId: id, createdAt: '', updatedAt: '', seq: 1 }

/** Each input rejected here must fail to compile too: else `npm run lint` reports an unused `@ts-expect-error`. */
function parse(input: OpInput): unknown {
  if (input.action === 'create') return toCreateOp(input, () => id)
  return input.action === 'update' ? toUpdateOp(input, row) : undefined
}

const parsing = (input: OpInput) => () => parse(input)

describe('an input of the write path', () => {
  it('takes what its collection declares', () => {
    expect(parse({ action: 'create', collection: 'orders', values: order })).toMatchObject({ id, values: order })
    expect(parse({ action: 'create', collection: 'orders', values: { ...order, quotedCost: '85', dueTimestamp: null, priority: true } })).toBeDefined()
    expect(
      parse({ action: 'create', collection: 'payments', values: { orderId: id, paymentAmount: '12.50', createdAt: '2026-03-02T14:00:00Z' } }),
    ).toMatchObject({
      values: { paymentAmount: 12.5 },
    })
    expect(parse({ action: 'update', collection: 'products', id, values: { inventoryCount: 8 }, seen: { inventoryCount: 9 } })).toMatchObject({
      changes: { inventoryCount: { from: 9, to: 8 } },
    })
  })

  it('takes no field that the collection does not declare', () => {
    // @ts-expect-error -- a letter too many
    expect(parsing({ action: 'create', collection: 'orders', values: { ...order, quotedCosst: '85' } })).toThrow('Unknown field: quotedCosst')
    // @ts-expect-error -- a field of another collection
    expect(parsing({ action: 'update', collection: 'customers', id, values: { itemDetails: 'Radio' } })).toThrow('Unknown field')
    // @ts-expect-error -- a time of its own only where a person may set it
    expect(parsing({ action: 'create', collection: 'orders', values: { ...order, createdAt: '2026-03-02T14:00:00Z' } })).toThrow('Unknown field')
    // @ts-expect-error -- what the server writes
    expect(parsing({ action: 'update', collection: 'customers', id, values: { hasAccessCode: true } })).toThrow('Unknown field')
  })

  it('takes no value of another type', () => {
    // @ts-expect-error -- a number where text is
    expect(parsing({ action: 'create', collection: 'orders', values: { ...order, itemDetails: 5 } })).toThrow('Item details is required')
    // @ts-expect-error -- null where there must be something
    expect(parsing({ action: 'update', collection: 'orders', id, values: { itemDetails: null } })).toThrow('Item details is required')
    // @ts-expect-error -- a text that is no number
    expect(parsing({ action: 'create', collection: 'payments', values: { orderId: id, paymentAmount: 'twelve' } })).toThrow('valid positive number')
    // @ts-expect-error -- a text where a choice is
    expect(parsing({ action: 'update', collection: 'tasks', id, values: { completed: 'yes' } })).toThrow('must be true or false')
  })

  it('misses no field that a new row needs', () => {
    const { issueDescription: _, ...incomplete } = order
    // @ts-expect-error -- without its issue
    expect(parsing({ action: 'create', collection: 'orders', values: incomplete })).toThrow('Issue description is required')
    // @ts-expect-error -- without its order
    expect(parsing({ action: 'create', collection: 'payments', values: { paymentAmount: 12 } })).toThrow('Order ID is required')
  })

  it('has what the person saw in the same fields, and leaves to the server what the server writes', () => {
    expectTypeOf<NonNullable<UpdateInput<'orders'>['seen']>>().toEqualTypeOf<UpdateInput<'orders'>['values']>()
    expectTypeOf<UpdateInput<'orders'>['values']>().not.toHaveProperty('statusChangedAt')
    expectTypeOf<CreateInput<'customers'>['values']>().not.toHaveProperty('accessCodeHash')
  })
})
