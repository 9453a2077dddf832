import { isAfterTax } from '#schema/rules/money/after-tax.ts'
import { noDecimalsText, readTypedQuote } from '#schema/rules/money/typed-amount.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { currencyToUnitCents, parseAmount } from '#schema/values/money.ts'
import type { WriteContext } from '../context.ts'
import { textToTyping } from '../shop-money.ts'
import type { Table } from '../table.ts'
import { findMoneySettings } from './activity-text.ts'
import { issuesToError } from './parse-values.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Reads what the shop's settings decide: a quote that is an amount becomes its plain number, a currency without decimals
 * takes none, and with a tax mode each payment is after tax. Whole amounts and quotes need no look at the shop.
 */
export async function readTypedMoney<Typed extends Values>(context: WriteContext, table: Table, typed: Typed): Promise<Typed> {
  const quote = table.name === 'orders' && typeof typed['quotedCost'] === 'string' && !isWholeText(typed['quotedCost']) ? typed['quotedCost'] : undefined
  const withCents = table.fields.find(({ name, field }) => hasCents(table.name === 'estimates' && name === 'lines' ? 'lines' : field.kind, typed[name]))
  const isTaxSaid = table.name === 'payments' && typed['afterTax'] === false
  if (quote === undefined && withCents === undefined && !isTaxSaid) return typed
  const { writing, taxMode } = textToTyping(await findMoneySettings(context))
  if (withCents !== undefined && currencyToUnitCents(writing.currency) > 1)
    throw issuesToError([{ path: withCents.name, message: noDecimalsText(writing.currency) }])
  if (isTaxSaid) return { ...typed, afterTax: isAfterTax({ afterTax: false }, taxMode) }
  if (quote === undefined) return typed
  const read = readTypedQuote(quote, writing)
  if (read.problem !== undefined) throw issuesToError([{ path: 'quotedCost', message: read.problem }])
  return { ...typed, quotedCost: read.quote }
}

const isWholeText = (text: string): boolean => Number.isInteger(parseAmount(text))

/** Of an amount, or of the prices in an estimate's lines. */
function hasCents(kind: string, value: unknown): boolean {
  if (kind === 'lines') return readEstimateLines(value).some(({ unitPrice }) => !Number.isInteger(unitPrice))
  return kind === 'money' && typeof value === 'number' && !Number.isInteger(value)
}
