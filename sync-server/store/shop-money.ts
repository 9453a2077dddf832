import { createMoneyFormat } from '#schema/rules/shop/format.ts'
import { defaultCurrency, defaultLocale, type ShopProfile } from '#schema/rules/shop/profile.ts'
import type { Db } from '../db/database.ts'

export type MoneyFormat = (amount: number) => string

type Currency = Pick<ShopProfile, 'currency' | 'locale'>

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

/** The currency settings of a shop's profile, as JSON text. */
export async function readCurrencyText(db: Db, shopId: string): Promise<string> {
  const row = await db.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst()
  const { currency = defaultCurrency, locale = defaultLocale } = JSON.parse(row?.fields ?? '{}') as Partial<Currency>
  return JSON.stringify({ currency, locale })
}

/** Safe: only `readCurrencyText` creates the text. */
export const textToMoneyFormat = (text: string): MoneyFormat => toMoneyFormat(JSON.parse(text) as Currency)

export const readMoneyFormat = async (db: Db, shopId: string): Promise<MoneyFormat> => textToMoneyFormat(await readCurrencyText(db, shopId))
