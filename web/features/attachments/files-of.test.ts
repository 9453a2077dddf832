import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countFiles, findDraftSignature, toFullText } from './files-of.ts'

const entry = (id: string, orderId: string | null, draftKey: string | null) => ({ id, orderId, draftKey })

it('counts the files of an order once each: its rows, and what is added and has none yet', () => {
  const rows = [{ id: 'a' }, { id: 'b' }]
  const pending = [
    entry('a', 'o1', null),
    entry('b', 'o1', 'photos/o1'),
    entry('c', 'o1', 'photos/o1'),
    entry('d', 'o1', 'signature/o1'),
    entry('deleted', 'o1', null),
    entry('e', 'o2', 'photos/o2'),
    entry('f', null, 'order-add/s/any~1'),
  ]
  expect(countFiles(rows, pending, { orderId: 'o1', draftKey: 'photos/o1' })).toBe(4)
  expect(countFiles(rows, pending, { orderId: 'o1', draftKey: 'signature/o1' })).toBe(4)
})

it('counts photos and the signature of a form together, and those of no other form', () => {
  const pending = [entry('a', null, 'f~1'), entry('b', null, 'f~1'), entry('c', null, 'f~2'), entry('d', 'o1', null)]
  expect(countFiles([], pending, { orderId: null, draftKey: 'f~1' })).toBe(2)
})

it('a file counts the same before, while and after its row is written', () => {
  const ids = fc.uniqueArray(fc.uuid(), { maxLength: 8 })
  fc.assert(
    fc.property(ids, fc.nat({ max: 8 }), fc.nat({ max: 8 }), (all, one, other) => {
      const [settled, written] = [Math.min(one, other), Math.max(one, other)]
      const rows = all.slice(0, written).map((id) => ({ id }))
      const pending = all.map((id, index) => entry(id, 'o1', index < settled ? null : 'photos/o1'))
      expect(countFiles(rows, pending, { orderId: 'o1', draftKey: 'photos/o1' })).toBe(all.length)
    }),
  )
})

it('finds the newest signature of a form', () => {
  const facts = { fileName: '', mimeType: '', byteSize: 0, width: null, height: null, sha256: '', caption: null, forCustomer: false, takenAt: '' }
  const pendingOf = (id: string, kind: 'photo' | 'signature', draftKey: string | null) => ({
    ...entry(id, null, draftKey),
    shopId: 's',
    storedAt: '',
    trouble: null,
    facts: { ...facts, kind },
  })
  const pending = [pendingOf('a', 'signature', 'f'), pendingOf('b', 'signature', 'f'), pendingOf('c', 'photo', 'f'), pendingOf('d', 'signature', 'g')]
  expect(findDraftSignature(pending, 'f')?.id).toBe('b')
  expect(findDraftSignature(pending, 'h')).toBeUndefined()
})

it('names the files that an order has no room for', () => {
  expect(toFullText([{ name: 'front.jpg' }, { name: '' }])).toBe('An order can hold 40 files. Not added: front.jpg, a photo')
})
