import { useEffect } from 'react'

/** A form without its row: the caller shows a toast and closes. */
export function NothingSelected({ onMount }: { onMount: () => void }) {
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(onMount, [])
  return null
}
