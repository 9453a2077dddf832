import { t } from '#web/language/controls-texts.ts'
import { TextSpinner } from './spinner.tsx'

export function PageSpinner({ text = t.loading() }: { text?: string | undefined }) {
  return <TextSpinner text={text} />
}
