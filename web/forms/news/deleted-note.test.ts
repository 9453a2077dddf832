import { describe, expect, it } from 'vitest'
import { goneToText } from './deleted-note.tsx'

const row = { collection: 'orders', id: 'o1' } as const
const refusedWith = (message: string) => [
  { ops: [{ action: 'create' as const, collection: 'orders', id: 'o1', values: {} }], error: { code: 'INVALID_REFERENCE' as const, message } },
]

describe('the words for a row that went while its form was open', () => {
  it('blame nobody for a deletion, which may have been one’s own, in another tab or on another device', () => {
    expect(goneToText('order', row, [])).toBe('This order was deleted in the meantime. What you typed stays here so that you can copy it.')
  })

  it('say of an own order that its customer was deleted, and where it is kept', () => {
    expect(goneToText('order', row, refusedWith('Customer was deleted in the meantime'))).toBe(
      'This order could not be stored: its customer was deleted in the meantime. It is kept under “Needs attention”. What you typed stays here so that you can copy it.',
    )
    expect(goneToText('order', row, refusedWith('You may not do this.'))).toContain('This order could not be stored: You may not do this. It is kept')
  })

  it('take no refusal of another row for that of this one', () => {
    expect(goneToText('order', { ...row, id: 'o2' }, refusedWith('Customer was deleted in the meantime'))).toContain('was deleted in the meantime. What')
  })
})
