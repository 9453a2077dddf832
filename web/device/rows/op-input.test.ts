import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CreateInput, OpInput, UpdateInput } from './op-input.ts'

/** The compiler is the test: without an error where one is expected `npm run typecheck` fails. */
const ops: OpInput[] = []
const write = (...inputs: OpInput[]): number => ops.push(...inputs)

const order = { customerId: 'c', orderStatusId: 's', itemDetails: 'Radio', issueDescription: 'Silent' }

describe('an input of the write path', () => {
  it('takes what its collection declares', () => {
    write({ action: 'create', collection: 'orders', values: order })
    write({ action: 'create', collection: 'orders', id: 'o', values: { ...order, quotedCost: '85', dueTimestamp: null, priority: true } })
    write({ action: 'create', collection: 'payments', values: { orderId: 'o', paymentAmount: '12.50', createdAt: '2026-03-02T14:00:00.000Z' } })
    write({ action: 'update', collection: 'products', id: 'p', values: { inventoryCount: 8, archived: false }, seen: { inventoryCount: 9 } })
    write({ action: 'delete', collection: 'costs', id: 'c' }, { action: 'restore', collection: 'costs', id: 'c' })
    expect(ops).toHaveLength(6)
  })

  it('takes no field that the collection does not declare', () => {
    // @ts-expect-error -- a letter too many
    write({ action: 'create', collection: 'orders', values: { ...order, quotedCosst: '85' } })
    // @ts-expect-error -- a field of another collection
    write({ action: 'update', collection: 'customers', id: 'c', values: { itemDetails: 'Radio' } })
    // @ts-expect-error -- also in what the person saw
    write({ action: 'update', collection: 'orders', id: 'o', values: { quotedCost: '85' }, seen: { quotedCosst: '80' } })
    // @ts-expect-error -- a time of its own only where a person may set it
    write({ action: 'create', collection: 'orders', values: { ...order, createdAt: '2026-03-02T14:00:00.000Z' } })
  })

  it('takes no value of another type', () => {
    // @ts-expect-error -- a number where text is
    write({ action: 'create', collection: 'orders', values: { ...order, itemDetails: 5 } })
    // @ts-expect-error -- null where there must be something
    write({ action: 'update', collection: 'orders', id: 'o', values: { itemDetails: null } })
    // @ts-expect-error -- a text that is no number
    write({ action: 'create', collection: 'payments', values: { orderId: 'o', paymentAmount: 'twelve' } })
    // @ts-expect-error -- a text where a choice is
    write({ action: 'update', collection: 'tasks', id: 't', values: { completed: 'yes' } })
  })

  it('misses no field that a new row needs', () => {
    const { issueDescription, ...incomplete } = order
    // @ts-expect-error -- without its issue
    write({ action: 'create', collection: 'orders', values: incomplete })
    // @ts-expect-error -- without its order
    write({ action: 'create', collection: 'payments', values: { paymentAmount: 12 } })
    write({ action: 'update', collection: 'orders', id: 'o', values: { issueDescription } })
  })

  it('leaves to the server what the server writes', () => {
    expectTypeOf<UpdateInput<'orders'>['values']>().not.toHaveProperty('statusChangedAt')
    expectTypeOf<CreateInput<'customers'>['values']>().not.toHaveProperty('hasAccessCode')
    expectTypeOf<CreateInput<'customers'>['values']>().not.toHaveProperty('accessCodeHash')
  })
})
