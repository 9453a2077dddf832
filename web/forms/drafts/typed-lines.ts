import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A line inside of a dialog that holds something typed and not saved. */
type TypedLine = {
  discard: () => void
  /** Stores it; false when that failed, and what was typed stays. */
  save?: (() => Promise<boolean>) | undefined
  /** What saving it does, such as 'Add $77.00'; undefined while it cannot be said. */
  saveText?: string | undefined
}

/** Tells a dialog of such a line, or that there is none any longer (null). */
export type ReportTyped = (key: string, line: TypedLine | null) => void

type TypedLines = {
  isDirty: boolean
  /** What saving them does; undefined where there is none, or more than can be said in a word. */
  saveText: string | undefined
  report: ReportTyped
  discardAll: () => void
  /** False when one could not be stored. */
  saveAll: () => Promise<boolean>
}

/** The lines of a dialog that are being typed beside its own form: closing asks for them too, saving saves them first. */
export function useTypedLines(): TypedLines {
  const lineByKey = useRef(new Map<string, TypedLine>())
  const [{ count, saveText }, setSummary] = useState<{ count: number; saveText: string | undefined }>({ count: 0, saveText: undefined })
  const report = useCallback<ReportTyped>((key, line) => {
    if (line === null) lineByKey.current.delete(key)
    else lineByKey.current.set(key, line)
    const [only, ...others] = lineByKey.current.values()
    setSummary({ count: lineByKey.current.size, saveText: others.length === 0 ? only?.saveText : undefined })
  }, [])
  const discardAll = useCallback(() => {
    for (const { discard } of lineByKey.current.values()) discard()
  }, [])
  const saveAll = useCallback(async () => {
    for (const { save } of lineByKey.current.values()) if (save === undefined || !(await save())) return false
    return true
  }, [])
  return { isDirty: count > 0, saveText, report, discardAll, saveAll }
}

/** Reports a line to its dialog for as long as something is typed in it. */
export function useReportedLine(report: ReportTyped, key: string, isDirty: boolean, line: TypedLine): void {
  const latest = useRef({ report, line })
  latest.current = { report, line }
  const { saveText } = line
  // Before the next paint: else Esc right after a line was saved would still ask about it.
  useLayoutEffect(
    () =>
      latest.current.report(
        key,
        isDirty
          ? {
              discard: () => latest.current.line.discard(),
              save: latest.current.line.save && (async () => (await latest.current.line.save?.()) ?? false),
              saveText,
            }
          : null,
      ),
    [key, isDirty, saveText],
  )
  useLayoutEffect(() => () => latest.current.report(key, null), [key])
}
