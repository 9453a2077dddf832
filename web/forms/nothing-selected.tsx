import { useEffect } from 'react'

/** A form without the row it is for: the caller tells so in a toast and closes. */
export function NothingSelected({ onMount }: { onMount: () => void }) {
  // Once, for the dialog that just opened.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(onMount, [])
  return null
}
