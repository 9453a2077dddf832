import { useEffect } from 'react'
import { t } from '#web/language/controls-texts.ts'

/** Sets the document's title: `Orders – Shop name – Mainspring`. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), t.app()].join(' – ')
  useEffect(() => {
    document.title = title
  }, [title])
}
