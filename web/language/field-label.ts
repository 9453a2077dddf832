import { findTexts } from './staff-texts.ts'

/** A field's declared name in the reader's language; undefined in English, and for a name that no text has. */
export function findFieldLabel(label: string): string | undefined {
  const labels: Partial<Record<string, () => string>> = findTexts('fieldLabels') ?? {}
  return labels[label.toLowerCase()]?.()
}

export const toFieldLabel = (label: string): string => findFieldLabel(label) ?? label
