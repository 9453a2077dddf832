import { t } from '#web/language/controls-texts.ts'
import { PlainSearchField, type PlainSearchFieldProps } from './plain-search-field.tsx'

export function SearchField(props: Omit<PlainSearchFieldProps, 'clearLabel'>) {
  return <PlainSearchField clearLabel={t.clearSearch()} {...props} />
}
