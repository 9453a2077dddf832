import { defaultCurrency, defaultLocale } from './profile.ts'
import { toKnownLocale } from './regional.ts'

const currencyByRegion: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  IN: 'INR',
  ZA: 'ZAR',
  SG: 'SGD',
  NG: 'NGN',
  KE: 'KES',
  CH: 'CHF',
  LI: 'CHF',
  MX: 'MXN',
  AR: 'ARS',
  BR: 'BRL',
  DK: 'DKK',
  SE: 'SEK',
  NO: 'NOK',
  IS: 'ISK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  RS: 'RSD',
  RU: 'RUB',
  TR: 'TRY',
  UA: 'UAH',
  IL: 'ILS',
  AE: 'AED',
  SA: 'SAR',
  EG: 'EGP',
  MA: 'MAD',
  PK: 'PKR',
  BD: 'BDT',
  TH: 'THB',
  VN: 'VND',
  ID: 'IDR',
  MY: 'MYR',
  PH: 'PHP',
  CN: 'CNY',
  HK: 'HKD',
  TW: 'TWD',
  JP: 'JPY',
  KR: 'KRW',
  CL: 'CLP',
  CO: 'COP',
  PE: 'PEN',
}

const euroRegions = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')

/** Initial locale and currency for a reader's language: 'de-AT' gives German (Austria) and EUR. Defaults for unknown ones. */
export function suggestRegion(language: string): { locale: string; currency: string } {
  const locale = toKnownLocale(language)
  if (locale === null) return { locale: defaultLocale, currency: defaultCurrency }
  const region = new Intl.Locale(locale).maximize().region ?? ''
  return { locale, currency: euroRegions.includes(region) ? 'EUR' : (currencyByRegion[region] ?? defaultCurrency) }
}
