// Each word is a first letter with the letters that follow it, since the first view loads the list.
const packed =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW'

/** ISO 3166-1 alpha-2. */
export const countries: readonly string[] = packed.split(' ').flatMap(([first = '', ...seconds]) => seconds.map((second) => first + second))

const known: ReadonlySet<string> = new Set(countries)

/** 'de' → 'DE'; null for anything but a code of ISO 3166-1. */
export function toCountry(code: string): string | null {
  const upper = code.trim().toUpperCase()
  return known.has(upper) ? upper : null
}

/** 'DE' → 'Germany'; the code itself where the runtime has no name. */
export function countryToName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
