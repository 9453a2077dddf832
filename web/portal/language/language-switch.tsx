import { languages } from '#schema/language/compiled/languages.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { languageToName } from '#schema/values/places/language.ts'
import { chooseLanguage, readLanguage, t } from './texts.ts'

/** Each language under its own name. */
export function LanguageSwitch() {
  return (
    <select
      aria-label={t.language()}
      value={readLanguage()}
      onChange={({ target }) => chooseLanguage(target.value as Language)}
      className="min-h-11 max-w-full rounded-md border border-line bg-surface px-2 text-input text-muted"
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageToName(language, language)}
        </option>
      ))}
    </select>
  )
}
