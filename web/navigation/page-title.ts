import { useEffect } from 'react'

const appName = 'Mainspring'

/** Sets the document's title: `Orders – Shop name – Mainspring`. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), appName].join(' – ')
  useEffect(() => {
    document.title = title
  }, [title])
}
