import { createMoneyFormat } from '#schema/rules/shop/format.ts'
import { defaultCurrency, defaultLocale, type ShopProfile } from '#schema/rules/shop/profile.ts'
import { type AmountWriting, toAmountWriting } from '#schema/rules/money/typed-amount.ts'
import type { Pricing } from '#schema/rules/money/price.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { currencyToUnitCents } from '#schema/values/money.ts'
import { type Db, toDynamicDb } from '../db/database.ts'
import { rowToContent, toTypedDocument } from './rows.ts'
import { tableOf, toStoredRows } from './table.ts'

/** How amounts are typed in a shop, and whether its payments are after tax. */
export type TypingSettings = { writing: AmountWriting; taxMode: TaxMode }

export type MoneyFormat = (amount: number) => string

type Currency = Pick<ShopProfile, 'currency' | 'locale'>
type MoneySettings = Currency & Pick<ShopProfile, 'taxMode'>

/** Cached: formatters are slow to create, and most shops share few settings. */
const formatByKey = new Map<string, MoneyFormat>()
const formatsMax = 100

export function toMoneyFormat({ currency, locale }: Currency): MoneyFormat {
  const key = `${currency}/${locale}`
  const known = formatByKey.get(key)
  if (known) return known
  if (formatByKey.size >= formatsMax) formatByKey.clear()
  const made = createMoneyFormat({ currency, locale })
  formatByKey.set(key, made)
  return made
}

/** What a shop's profile says of money, as JSON text. */
export async function readMoneySettings(db: Db, shopId: string): Promise<string> {
  const row = await db.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst()
  const { currency = defaultCurrency, locale = defaultLocale, taxMode = 'none' } = JSON.parse(row?.fields ?? '{}') as Partial<MoneySettings>
  return JSON.stringify({ currency, locale, taxMode })
}

/** Safe: only `readMoneySettings` creates the text. */
export const textToMoneyFormat = (text: string): MoneyFormat => toMoneyFormat(JSON.parse(text) as Currency)

/** Safe as `textToMoneyFormat`. */
export const textToTyping = (text: string): TypingSettings => {
  const settings = JSON.parse(text) as MoneySettings
  return { writing: toAmountWriting(settings), taxMode: settings.taxMode }
}

export const readMoneyFormat = async (db: Db, shopId: string): Promise<MoneyFormat> => textToMoneyFormat(await readMoneySettings(db, shopId))

/** How a shop reckons prices; its rates only where it has a tax mode. */
export async function readPricing(db: Db, shopId: string): Promise<Pricing> {
  const row = await db.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst()
  // Safe: the text is only written from validated fields.
  const { taxMode = 'none', currency = defaultCurrency } = JSON.parse(row?.fields ?? '{}') as Partial<ShopProfile>
  return { taxMode, unitCents: currencyToUnitCents(currency), rates: taxMode === 'none' ? [] : await readRates(db, shopId) }
}

async function readRates(db: Db, shopId: string) {
  const table = tableOf('tax_rates')
  const rows = await toDynamicDb(db).selectFrom('tax_rates').select(table.selection).where('shop_id', '=', shopId).where('deleted', '=', 0).execute()
  return toStoredRows(rows).map((row) => toTypedDocument<'tax_rates'>(rowToContent(table, row)))
}
