import type { Language } from '#schema/language/pick-language.ts'
import type { SessionUser } from '#schema/api/sync.ts'

type UserRow = {
  id: string
  name: string | null
  login_id: string
  email: string | null
  phone: string | null
  country_code: string | null
  alternate_phone: string | null
  alternate_country_code: string | null
  language: Language | null
}

export const userRowToSessionUser = (row: UserRow): SessionUser => ({
  id: row.id,
  name: row.name,
  login_id: row.login_id,
  email: row.email,
  phone: row.phone,
  countryCode: row.country_code,
  alternatePhone: row.alternate_phone,
  alternateCountryCode: row.alternate_country_code,
  language: row.language,
})

export const userColumns = [
  'users.id',
  'users.name',
  'users.login_id',
  'users.email',
  'users.phone',
  'users.country_code',
  'users.alternate_phone',
  'users.alternate_country_code',
  'users.language',
] as const
