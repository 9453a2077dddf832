import { Fragment, type ReactNode, useState } from 'react'
import { languages } from '#schema/language/compiled/languages.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { languageToName } from '#schema/values/places/language.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { settings } from './settings-texts.ts'

type OtherLanguageProps = {
  label: string
  hint: string
  /** The language that the shop writes; it is not offered. */
  own: string | undefined
  isWritten: (language: Language) => boolean
  /** Shown whatever is chosen, such as the language with a mistake. */
  shown?: Language | undefined
  /** The fields of a language. */
  children: (language: Language) => ReactNode
}

/** Chooses one of the languages that the shop does not write, and shows its fields. */
export function OtherLanguage({ label, hint, own, isWritten, shown, children }: OtherLanguageProps) {
  const [wanted, setWanted] = useState<string>()
  const others = languages.filter((one) => one !== own)
  const chosen = others.find((one) => one === (shown ?? wanted))
  const options = others.map((one) => ({ value: one, label: `${languageToName(one, one)}${isWritten(one) ? ' ✓' : ''}` }))
  return (
    <>
      <Field label={label} hint={hint}>
        <Select placeholder={settings.chooseLanguage()} options={options} value={chosen ?? ''} onChange={({ target }) => setWanted(target.value)} />
      </Field>
      {chosen !== undefined && <Fragment key={chosen}>{children(chosen)}</Fragment>}
    </>
  )
}
