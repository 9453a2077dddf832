import { createMoneyFormat } from '#schema/rules/shop/format.ts'
import { defaultCurrency, defaultLocale, type ShopProfile } from '#schema/rules/shop/profile.ts'
import type { Db } from '../db/database.ts'

/** Writes an amount as a shop has it. */
export type MoneyFormat = (amount: number) => string

type Currency = Pick<ShopProfile, 'currency' | 'locale'>

/** Formatters take a while to make, and shops with other settings than these are few. */
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

/** The part of a shop's profile that its money is written by, as JSON text. */
export async function readCurrencyText(db: Db, shopId: string): Promise<string> {
  const row = await db.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst()
  const { currency = defaultCurrency, locale = defaultLocale } = JSON.parse(row?.fields ?? '{}') as Partial<Currency>
  return JSON.stringify({ currency, locale })
}

/** Safe because only `readCurrencyText` makes such a text. */
export const textToMoneyFormat = (text: string): MoneyFormat => toMoneyFormat(JSON.parse(text) as Currency)

export const readMoneyFormat = async (db: Db, shopId: string): Promise<MoneyFormat> => textToMoneyFormat(await readCurrencyText(db, shopId))
