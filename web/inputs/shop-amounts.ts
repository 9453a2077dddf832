import { type AmountWriting, amountToTyped, defaultWriting, readTypedAmount, readTypedQuote, toAmountWriting } from '#schema/rules/money/typed-amount.ts'
import { currencyToUnitCents, parseAmount } from '#schema/values/money.ts'

let writing: AmountWriting = defaultWriting

/** A tab shows one shop at a time, so that forms, which are defined once for all shops, read amounts as this one writes them. */
export function openShopAmounts(shop: { currency: string; locale: string } | undefined): void {
  writing = shop === undefined ? defaultWriting : toAmountWriting(shop)
}

export const shopWriting = (): AmountWriting => writing

export const readShopAmount = (typed: string): number | null => readTypedAmount(typed, writing)

export const amountToShopTyped = (amount: number): string => amountToTyped(amount, writing)

/** With all decimals of the currency: '12.00', or '12' for yen. */
export const amountToWholeTyped = (amount: number): string =>
  currencyToUnitCents(writing.currency) > 1 ? amountToShopTyped(amount) : amount.toFixed(2).replace('.', writing.mark)

/** A stored quote as it is typed, and back. */
export function quoteToShopTyped(quotedCost: string): string {
  const amount = parseAmount(quotedCost)
  return amount === null ? quotedCost : amountToShopTyped(amount)
}
export const readShopQuote = (typed: string): string => readTypedQuote(typed, writing).quote

type Quoted = { quotedCost: string | null; quoteFromLines: boolean }

/** An order's money with the quote that stands in its form, saved or not; `quotedCost` as it would be stored. */
export const withFormQuote = <Money extends Quoted>(money: Money, quotedCost: string): Money =>
  isSameQuote(quotedCost, money.quotedCost ?? '') ? money : { ...money, quotedCost, quoteFromLines: false }

/** '1250.5' and '1250.50' are one. */
const isSameQuote = (one: string, other: string): boolean => one === other || (parseAmount(one) !== null && parseAmount(one) === parseAmount(other))
