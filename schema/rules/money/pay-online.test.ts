import { describe, expect, it } from 'vitest'
import { fillPaymentLink, ibanToText, toBankQr, toWaysToPay } from './pay-online.ts'

describe('a payment link', () => {
  it('has the amount and the ticket filled in, as they stand in an address', () => {
    expect(fillPaymentLink(' https://pay.example/{amount}?for={ticket}&again={ticket} ', { currency: 'USD', amount: 1234.5, ticket: 'H & $&-12' })).toBe(
      'https://pay.example/1234.50?for=H%20%26%20%24%26-12&again=H%20%26%20%24%26-12',
    )
    expect(fillPaymentLink('https://pay.example/{amount}', { currency: 'JPY', amount: 1200, ticket: 'H-1' })).toBe('https://pay.example/1200')
  })
})

describe('a bank QR (EPC069-12)', () => {
  const transfer = { currency: 'EUR', name: 'Müller & Söhne', iban: 'DE89 3704 0044 0532 0130 00', amount: 89.9, ticket: 'H-12' }

  it('has eleven lines: version, transfer, payee, account, amount and ticket', () => {
    expect(toBankQr(transfer)).toBe('BCD\n002\n1\nSCT\n\nMüller & Söhne\nDE89370400440532013000\nEUR89.90\n\n\nH-12')
  })

  it('has no line too many or too long, whatever the shop is called, and stays under 331 bytes', () => {
    const text = toBankQr({ ...transfer, name: ` Repair\nShop ${'x'.repeat(100)}`, ticket: 'T'.repeat(200) }) ?? ''
    const lines = text.split('\n')
    expect([lines.length, lines[5]?.length, lines[10]?.length]).toEqual([11, 70, 140])
    expect(lines[5]).toMatch(/^Repair Shop x+$/)
    expect(new TextEncoder().encode(text).length).toBeLessThan(331)
  })

  it.each([
    { currency: 'USD' },
    { iban: 'DE88370400440532013000' },
    { name: ' ' },
    { name: '修'.repeat(70), ticket: '理'.repeat(70) },
    { amount: 0 },
    { amount: -5 },
  ])('is none with %o', (change) => {
    expect(toBankQr({ ...transfer, ...change })).toBeUndefined()
  })
})

describe('the ways to pay a balance (PAY-04)', () => {
  const shop = { paymentLink: 'https://pay.example/{ticket}/{amount}', iban: 'DE89370400440532013000', bankName: 'Commerzbank', currency: 'EUR' }
  const owed = { shopName: 'Hill', balance: 89.9, ticket: 'H-12' }

  it('are the link and the account of the shop, with a code for euros', () => {
    const { link, transfer } = toWaysToPay(shop, owed) ?? {}
    expect(link).toBe('https://pay.example/H-12/89.90')
    expect(transfer).toMatchObject({ name: 'Hill', iban: shop.iban, bankName: 'Commerzbank', qr: expect.stringContaining('EUR89.90') })
    expect(ibanToText(shop.iban)).toBe('DE89 3704 0044 0532 0130 00')
    expect(toWaysToPay({ ...shop, currency: 'PLN' }, owed)?.transfer?.qr).toBeNull()
    expect(toWaysToPay({ ...shop, iban: null }, owed)).toMatchObject({ transfer: null })
  })

  it.each([
    [{}, { balance: 0 }],
    [{}, { balance: -5 }],
    [{}, { balance: null }],
    [{ paymentLink: null, iban: null }, {}],
  ])('are none where nothing is to pay, or the shop names neither: %o, %o', (ofShop, ofOrder) => {
    expect(toWaysToPay({ ...shop, ...ofShop }, { ...owed, ...ofOrder })).toBeNull()
  })
})
