import { expect, test } from 'vitest'
import { isPaymentLink } from './payment-link.ts'

test('a payment link is an address of https that may hold the amount and the ticket', () => {
  const right = ['https://pay.example/shop/{amount}?for={ticket}', 'HTTPS://pay.example', 'https://pay.example:8443/{ticket}#{amount}']
  expect(right.filter((link) => !isPaymentLink(link))).toEqual([])
  const wrong = [
    '',
    'pay.example',
    'http://pay.example/{amount}',
    'ftp://pay.example/',
    'https://',
    'https://{ticket}.example/',
    'https://pay.example/{Amount}',
    'https://pay.example/{customer}',
    'https://pay.example/{amount',
    'https://shop@pay.example/',
    'https://pay.example/a b',
  ]
  expect(wrong.filter(isPaymentLink)).toEqual([])
})
