import type { ReactNode } from 'react'
import { languages } from '#schema/language/compiled/languages.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { languageToName } from '#schema/values/places/language.ts'
import { chooseLanguage, readLanguage, t } from './language/texts.ts'

/** One column, with the choice of language at its foot. */
export function PortalPage({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-140 flex-col px-5 py-8">
      <main className="flex-1">{children}</main>
      <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t border-line pt-3 print:hidden">
        {foot}
        <LanguageSwitch />
      </footer>
    </div>
  )
}

/** Each language under its own name. */
function LanguageSwitch() {
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
