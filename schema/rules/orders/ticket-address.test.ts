import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readScannedCode, toTicketPath } from './ticket-address.ts'

const origin = 'https://shop.example'
const orderId = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('a scanned code', () => {
  test('names the ticket whose address was printed, whatever stands in prefix and shop (PRINT-02, SCAN-01)', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)
    const ticket = fc.stringMatching(/^[A-Z0-9/-]{0,6}[1-9][0-9]{0,9}$/)
    fc.assert(
      fc.property(part, ticket, (shopPart, wanted) => {
        const read = readScannedCode(`${origin}${toTicketPath(shopPart, wanted)}`, [origin])
        expect(read).toEqual({ kind: 'ticket-address', shopPart, ticket: wanted })
      }),
    )
  })

  test('of another server is an address that is never opened', () => {
    expect(readScannedCode(`https://elsewhere.example/north/t/H-1`, [origin])).toEqual({ kind: 'foreign-address', host: 'elsewhere.example' })
    expect(readScannedCode(`https://shop.example:8443/north/t/H-1`, [origin])).toEqual({ kind: 'foreign-address', host: 'shop.example:8443' })
    expect(readScannedCode(`https://shop.example@evil.example/north/t/H-1`, [origin])).toEqual({ kind: 'foreign-address', host: 'evil.example' })
  })

  test('of this server under its other address, or under an address of the machine that printed it, names the ticket', () => {
    const ticket = { kind: 'ticket-address', shopPart: 'north', ticket: 'H-1' }
    expect(readScannedCode('http://192.168.1.20:8080/north/t/H-1', [origin, 'http://192.168.1.20:8080'])).toEqual(ticket)
    expect(readScannedCode('http://localhost:8080/north/t/H-1', [origin])).toEqual(ticket)
  })

  test('without an address names the order of a label that had no number', () => {
    expect(readScannedCode(`/north/orders/order/${orderId}`, [origin])).toEqual({ kind: 'order-address', shopPart: 'north', orderId })
    expect(readScannedCode('/7', [origin])).toEqual({ kind: 'text', text: '/7' })
  })

  test('of a label without a number names the order by its id', () => {
    expect(readScannedCode(`${origin}/north/orders/order/${orderId.toUpperCase()}`, [origin])).toEqual({ kind: 'order-address', shopPart: 'north', orderId })
  })

  test.each(['/', '/north', '/north/t', '/north/t/H-1/more', '/north/orders/order/none', '/north/t/%E0%A4%A'])(
    'of this server that names no order is another page: %s',
    (path) => {
      expect(readScannedCode(origin + path, [origin])).toEqual({ kind: 'other-page' })
    },
  )

  test.each(['SKU 12', '356938035643809', 'mailto:someone@shop.example', 'http:', 'ftp://shop.example/north/t/H-1'])(
    'that is no web address is text: %s',
    (text) => {
      expect(readScannedCode(` ${text}\r\n`, [origin])).toEqual({ kind: 'text', text })
    },
  )
})
