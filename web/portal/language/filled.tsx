import type { ReactNode } from 'react'

/** Stands in a text for a value that is an element. */
export const slot = '\u0001'

/** A text with an element at its slot. */
export function Filled({ text, children }: { text: string; children: ReactNode }) {
  const [before, after] = text.split(slot)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
