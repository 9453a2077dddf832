import { languages } from '#schema/language/compiled/languages.ts'
import { languageToName } from '#schema/values/places/language.ts'
import type { SelectOption } from '#web/ui/controls/select.tsx'
import { readLanguage } from '#web/language/staff-texts.ts'

/** The offered locales; a stored one outside the list stays selectable. */
const localeTags = `en-US en-GB en-CA en-AU en-NZ en-IE en-IN en-ZA en-SG en-NG en-KE fr-FR fr-CA fr-BE fr-CH de-DE de-AT de-CH it-IT it-CH es-ES
  es-MX es-AR es-CO es-CL es-US pt-BR pt-PT nl-NL nl-BE da-DK sv-SE nb-NO fi-FI is-IS pl-PL cs-CZ sk-SK hu-HU ro-RO bg-BG hr-HR sl-SI sr-RS
  el-GR tr-TR ru-RU uk-UA lt-LT lv-LV et-EE he-IL ar-AE ar-SA ar-EG ar-KW fa-IR ur-PK hi-IN bn-BD ta-IN th-TH vi-VN id-ID ms-MY fil-PH
  zh-CN zh-TW zh-HK ja-JP ko-KR sw-KE`.split(/\s+/)

/** The languages that papers and messages exist in, each under its own name. */
export const languageChoices: SelectOption[] = languages.map((value) => ({ value, label: languageToName(value, value) }))

const byLabel = (one: SelectOption, other: SelectOption): number => one.label.localeCompare(other.label, readLanguage())

const withChosen = (options: readonly SelectOption[], chosen: string, label: string): SelectOption[] =>
  chosen === '' || options.some(({ value }) => value === chosen) ? [...options] : [{ value: chosen, label }, ...options]

/** 'Euro (EUR)'. */
export function currencyChoices(chosen: string): SelectOption[] {
  const names = new Intl.DisplayNames(readLanguage(), { type: 'currency' })
  const options = Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${names.of(value)} (${value})` }))
  return withChosen(options.toSorted(byLabel), chosen, chosen)
}

/** 'German (Germany)'. */
export function localeChoices(chosen: string): SelectOption[] {
  const names = new Intl.DisplayNames(readLanguage(), { type: 'language', languageDisplay: 'standard' })
  const options = localeTags.map((value) => ({ value, label: names.of(value) ?? value }))
  return withChosen(options.toSorted(byLabel), chosen, names.of(chosen === '' ? 'en' : chosen) ?? chosen)
}

/** 'Europe/Berlin'. */
export function timeZoneChoices(chosen: string): SelectOption[] {
  const options = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return withChosen(options, chosen, chosen)
}
