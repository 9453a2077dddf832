import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Tells a dialog that a line inside of it holds something that is typed and not saved (with how to drop it), or no longer (null). */
export type ReportTyped = (key: string, discard: (() => void) | null) => void

export type TypedLines = { isDirty: boolean; report: ReportTyped; discardAll: () => void }

/** The lines of a dialog that are being typed beside its own form: closing asks for them too. */
export function useTypedLines(): TypedLines {
  const discardByKey = useRef(new Map<string, () => void>())
  const [count, setCount] = useState(0)
  const report = useCallback<ReportTyped>((key, discard) => {
    if (discard === null) discardByKey.current.delete(key)
    else discardByKey.current.set(key, discard)
    setCount(discardByKey.current.size)
  }, [])
  const discardAll = useCallback(() => {
    for (const discard of discardByKey.current.values()) discard()
  }, [])
  return { isDirty: count > 0, report, discardAll }
}

/** Keeps the dialog told while a line is there. */
export function useReportedLine(report: ReportTyped, key: string, isDirty: boolean, discard: () => void): void {
  const latest = useRef({ report, discard })
  latest.current = { report, discard }
  // Before the next paint: Esc right after a saved line has gone must not be asked about it.
  useLayoutEffect(() => latest.current.report(key, isDirty ? () => latest.current.discard() : null), [key, isDirty])
  useLayoutEffect(() => () => latest.current.report(key, null), [key])
}
