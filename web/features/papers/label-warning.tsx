import { useCallback, useState } from 'react'
import type { PaperSize } from './paper.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './printing-texts.ts'

/** What labels have no room for: `note` takes it from each label, `missing` by the same keys. */
export function useLabelFits() {
  const [missing, setMissing] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  // It only grows: a label is laid out on the screen and for print, where lengths are rounded in other ways.
  const note = useCallback((key: string, parts: readonly string[]): void => {
    setMissing((before) => {
      const known = before.get(key) ?? new Set()
      return parts.every((part) => known.has(part)) ? before : new Map(before).set(key, new Set([...known, ...parts]))
    })
  }, [])
  return { missing, note }
}

type LabelWarningProps = { size: PaperSize; missing: readonly (ReadonlySet<string> | undefined)[] }

/** Says before printing what labels of this size leave out or cut. */
export function LabelWarning({ size, missing }: LabelWarningProps) {
  const parts = [...new Set(missing.flatMap((each) => [...(each ?? [])]))]
  if (!size.isLabel || parts.length === 0) return null
  const labels = missing.filter((each) => each !== undefined).length
  const said = { size: `${size.widthMm} × ${size.heightMm} mm`, parts: parts.join(', ') }
  return (
    <p role="status" className="w-full rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      {missing.length === 1 ? t.tooSmall(said) : t.tooSmallOn({ ...said, count: countToText(labels), all: countToText(missing.length) })}
    </p>
  )
}
