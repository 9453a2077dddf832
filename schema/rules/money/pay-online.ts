import { amountToCents, currencyToUnitCents } from '../../values/money.ts'
import { toIban } from '../shop/iban.ts'
import type { ShopProfile } from '../shop/profile.ts'

/** Ways to pay a balance without the counter: the shop's payment link, and a bank transfer as a QR code. */

type Asked = { currency: string; /** In whole units of money. */ amount: number; ticket: string }

/** The shop's link for one balance: {amount} becomes '12.50' (or '12' for yen), {ticket} the order's ticket, as they stand in an address. */
export const fillPaymentLink = (link: string, { currency, amount, ticket }: Asked): string =>
  link
    .trim()
    .replaceAll('{amount}', currencyToUnitCents(currency) > 1 ? String(amount) : toPlain(amount))
    .replaceAll('{ticket}', () => encodeURIComponent(ticket))

type Transfer = Asked & { /** Whose account it is. */ name: string; iban: string }

/** How a balance can be paid without the counter. `ticket`: what a transfer names. `qr`: of the bank transfer, for euros. */
export type WaysToPay = Asked & {
  link: string | null
  transfer: { name: string; iban: string; bankName: string | null; qr: string | null } | null
}

type Payee = Pick<ShopProfile, 'paymentLink' | 'iban' | 'bankName' | 'currency'>
type Owed = { shopName: string; balance: number | null; ticket: string; /** What a transfer names, where it is not the ticket. */ reference?: string }

/** Null where nothing is to pay, or the shop names neither link nor account. */
export function toWaysToPay({ paymentLink, iban, bankName, currency }: Payee, { shopName, balance, ticket, reference = ticket }: Owed): WaysToPay | null {
  if (balance === null || balance <= 0 || (paymentLink === null && iban === null)) return null
  const asked = { currency, amount: balance, ticket: reference }
  return {
    ...asked,
    link: paymentLink === null ? null : fillPaymentLink(paymentLink, { ...asked, ticket }),
    transfer: iban === null ? null : { name: shopName, iban, bankName, qr: toBankQr({ ...asked, name: shopName, iban }) ?? null },
  }
}

/** 'DE89 3704 0044 …', as it is read. */
export const ibanToText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

const nameMax = 70
const remittanceMax = 140
const bytesMax = 331
/** Cents that a SEPA credit transfer can carry. */
const centsMax = 99_999_999_999

/**
 * The text of a bank QR by EPC069-12 ("GiroCode"), version 002 in UTF-8; undefined where it cannot be one: another
 * currency than EUR, an invalid IBAN, no name, nothing to pay, or more than 331 bytes.
 */
export function toBankQr({ currency, name, iban, amount, ticket }: Transfer): string | undefined {
  const account = toIban(iban)
  const payee = toLine(name, nameMax)
  const cents = amountToCents(amount)
  if (currency !== 'EUR' || account === null || payee === '' || cents <= 0 || cents > centsMax) return undefined
  const [noBic, noPurpose, noStructuredReference] = ['', '', '']
  const text = ['BCD', '002', '1', 'SCT', noBic, payee, account, `EUR${toPlain(amount)}`, noPurpose, noStructuredReference, toLine(ticket, remittanceMax)].join(
    '\n',
  )
  return new TextEncoder().encode(text).length > bytesMax ? undefined : text
}

const toPlain = (amount: number): string => (amountToCents(amount) / 100).toFixed(2)

/** One line of at most `max` characters, since a line break begins the next field. */
const toLine = (text: string, max: number): string => [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, max).join('').trim()
