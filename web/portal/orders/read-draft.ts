/** A form's stored texts; missing, unknown or broken data falls back to `empty`. */
export function readDraft<Draft extends Record<string, string>>(stored: string | null, empty: Draft): Draft {
  const kept = parse(stored)
  if (typeof kept !== 'object' || kept === null) return empty
  const entries = Object.entries(kept).filter(([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string')
  return { ...empty, ...Object.fromEntries(entries) }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
