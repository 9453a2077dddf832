import { describe, expect, it } from 'vitest'
import { NumberBook } from './oracle-numbers.ts'

const [shopId, orderId, mutationId] = ['shop', 'order', 'mutation']

/** What a device sends of the order. */
const made = (number: number | null = null) => [
  { id: mutationId, shopId, at: '', ops: [{ action: 'create' as const, collection: 'orders', id: orderId, values: { number } }] },
]

const told = (number: number, formerNumbers: number[] = []) => [
  { collection: 'orders', document: { id: orderId, shopId, createdAt: '', updatedAt: '', seq: 1, number, formerNumbers } },
]

const check =
  (book: NumberBook, number: number, former: readonly number[] = []) =>
  () =>
    book.check([{ id: orderId, shop_id: shopId, number, former_numbers: JSON.stringify(former) }])

const isLost = 'The order order was number 23 and is 15: the old one does not find it'

/** An order without a number of its own, which the server made number 23, and a database that went back behind it. */
function bookOfEndedLife(): NumberBook {
  const book = new NumberBook()
  book.noteSent(made(), () => false)
  book.noteTold(told(23))
  book.forgetTold([orderId])
  return book
}

describe('the number of a life of the feed that ended', () => {
  it('is not the order’s any more where another tablet made it again first, without it', () => {
    const book = bookOfEndedLife()
    book.noteSent(made(), () => false)
    book.noteTold(told(15))
    book.noteSent(made(23), () => true)
    expect(check(book, 15)).not.toThrow()
  })

  it('finds the order where whoever was told it made it again', () => {
    const book = bookOfEndedLife()
    book.noteSent(made(23), () => false)
    book.noteSent(made(23), () => true)
    expect(check(book, 15)).toThrow(isLost)
    expect(check(book, 15, [23])).not.toThrow()
  })

  it('finds the order where its device had given it, whoever made it again', () => {
    const book = new NumberBook()
    book.noteSent(made(23), () => false)
    book.noteTold(told(23))
    book.forgetTold([orderId])
    book.noteSent(made(), () => false)
    book.noteSent(made(23), () => true)
    expect(check(book, 15)).toThrow(isLost)
  })

  it('is one that nobody told, where it comes late by itself', () => {
    const book = bookOfEndedLife()
    book.noteSent(made(), () => false)
    book.noteSent(made(24), () => true)
    expect(check(book, 15)).toThrow('was number 24')
  })
})
