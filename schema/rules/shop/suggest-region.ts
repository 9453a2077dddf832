import { proposeRates, type ProposedRate } from '../taxes/standard-rates.ts'
import { countries } from '../../values/places/country.ts'
import type { TaxMode } from '../../values/taxes/tax-rate.ts'
import { countryToCallingCode } from '../customers/international-phone.ts'
import { defaultCurrency, defaultLocale, type ReceiptPaper } from './profile.ts'
import { toKnownLocale } from './regional.ts'

/** The languages and the time zone of somebody's browser. */
export type Reader = { languages: readonly string[]; timeZone: string }

export type SuggestedRegion = {
  currency: string
  locale: string
  timeZone: string
  countryCode: string
  receiptPaper: ReceiptPaper
  taxMode: TaxMode
}

/** A currency, and the countries that pay with it. */
const packedCurrencies = [
  'EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  'GBP GB GG IM JE',
  'CAD CA',
  'AUD AU KI NR TV',
  'NZD NZ CK NU TK',
  'INR IN',
  'ZAR ZA',
  'SGD SG',
  'NGN NG',
  'KES KE',
  'GHS GH',
  'TZS TZ',
  'UGX UG',
  'XOF BF BJ CI GW ML NE SN TG',
  'XAF CF CG CM GA GQ TD',
  'CHF CH LI',
  'MXN MX',
  'ARS AR',
  'BRL BR',
  'CLP CL',
  'COP CO',
  'PEN PE',
  'UYU UY',
  'PYG PY',
  'BOB BO',
  'CRC CR',
  'DOP DO',
  'GTQ GT',
  'HNL HN',
  'NIO NI',
  'JMD JM',
  'TTD TT',
  'DKK DK FO GL',
  'SEK SE',
  'NOK NO SJ',
  'ISK IS',
  'PLN PL',
  'CZK CZ',
  'HUF HU',
  'RON RO',
  'RSD RS',
  'ALL AL',
  'BAM BA',
  'MKD MK',
  'MDL MD',
  'RUB RU',
  'TRY TR',
  'UAH UA',
  'GEL GE',
  'AMD AM',
  'AZN AZ',
  'KZT KZ',
  'UZS UZ',
  'ILS IL PS',
  'AED AE',
  'SAR SA',
  'QAR QA',
  'KWD KW',
  'BHD BH',
  'OMR OM',
  'JOD JO',
  'IQD IQ',
  'EGP EG',
  'MAD MA EH',
  'TND TN',
  'DZD DZ',
  'PKR PK',
  'BDT BD',
  'LKR LK',
  'NPR NP',
  'THB TH',
  'VND VN',
  'IDR ID',
  'MYR MY',
  'PHP PH',
  'KHR KH',
  'CNY CN',
  'HKD HK',
  'MOP MO',
  'TWD TW',
  'JPY JP',
  'KRW KR',
  'MNT MN',
]

const currencyByCountry = new Map(
  packedCurrencies.flatMap((line) => {
    const [currency = '', ...users] = line.split(' ')
    return users.map((country): [string, string] => [country, currency])
  }),
)

/** Countries whose shops write English although most people speak another language. */
const writingEnglish: ReadonlySet<string> = new Set('BW GH HK IN KE MT MW NA NG PH PK RW SG TZ UG ZA ZM ZW'.split(' '))

const onLetter: ReadonlySet<string> = new Set('CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '))

/** The zone of most people, in countries with several. */
const mainZones: ReadonlySet<string> = new Set(
  'America/Argentina/Buenos_Aires America/Guayaquil America/Mexico_City America/New_York America/Santiago America/Sao_Paulo America/Toronto Asia/Almaty Asia/Jakarta Asia/Kuala_Lumpur Asia/Shanghai Asia/Tashkent Australia/Sydney Europe/Berlin Europe/Kiev Europe/Kyiv Europe/Lisbon Europe/Madrid Europe/Moscow Pacific/Auckland'.split(
    ' ',
  ),
)

/** What a shop of this country begins with. `reader`: decides where the country leaves a choice. */
export function suggestRegion(country: string, reader: Reader): SuggestedRegion {
  return {
    currency: currencyByCountry.get(country) ?? defaultCurrency,
    locale: suggestLocale(country, reader.languages),
    timeZone: suggestTimeZone(country, reader.timeZone),
    countryCode: countryToCallingCode(country) ?? '+1',
    receiptPaper: onLetter.has(country) ? 'letter' : 'A4',
    taxMode: suggestTaxMode(country),
  }
}

/** The rate that most lines of a shop in this country have; undefined where it has no single one. */
export const suggestTaxRate = (country: string): ProposedRate | undefined => proposeRates(country).find(({ category }) => category === 'standard')

/** The country of the reader's time zone, else that of the language; '' where both are silent. */
export function guessCountry({ languages, timeZone }: Reader): string {
  const ofLanguages = languages.map(languageToCountry)
  if (ofLanguages[0] !== undefined && listZones(ofLanguages[0]).includes(timeZone)) return ofLanguages[0]
  return countries.find((country) => listZones(country).includes(timeZone)) ?? ofLanguages.find((country) => country !== undefined) ?? ''
}

/** Shop prices hold the tax nearly everywhere; Canada adds it at the till. */
function suggestTaxMode(country: string): TaxMode {
  if (suggestTaxRate(country) === undefined) return 'none'
  return country === 'CA' ? 'exclusive' : 'inclusive'
}

function suggestLocale(country: string, languages: readonly string[]): string {
  const own = languages.find((language) => languageToCountry(language) === country && /-/.test(language))
  const main = writingEnglish.has(country) ? 'en' : new Intl.Locale(`und-${country === '' ? 'US' : country}`).maximize().language
  return toKnownLocale(own ?? `${main}-${country}`) ?? defaultLocale
}

function suggestTimeZone(country: string, own: string): string {
  const zones = listZones(country)
  if (zones.length === 0 || zones.includes(own)) return own
  return zones.find((zone) => mainZones.has(zone)) ?? zones[0] ?? own
}

function languageToCountry(language: string): string | undefined {
  const locale = toKnownLocale(language)
  const region = locale === null ? undefined : new Intl.Locale(locale).maximize().region
  return region !== undefined && countries.includes(region) ? region : undefined
}

type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/** None where the runtime does not know. */
function listZones(country: string): readonly string[] {
  if (country === '') return []
  return (new Intl.Locale(`und-${country}`) as WithZones).getTimeZones?.() ?? []
}
