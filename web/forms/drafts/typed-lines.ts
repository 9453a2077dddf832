import { useCallback, useLayoutEffect, useRef, useState } from 'react'

type TypedLine = {
  discard: () => void
  save?: (() => Promise<boolean>) | undefined
  /** What saving does, such as 'Add $77.00'; undefined while unknown. */
  saveText?: string | undefined
}

/** Reports such a line to the dialog; null removes it. */
export type ReportTyped = (key: string, line: TypedLine | null) => void

type TypedLines = {
  isDirty: boolean
  /** What saving does; undefined without exactly one line. */
  saveText: string | undefined
  report: ReportTyped
  discardAll: () => void
  saveAll: () => Promise<boolean>
}

/** A dialog's lines being typed beside its own form: closing asks about them too, saving saves them first. */
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

export function useReportedLine(report: ReportTyped, key: string, isDirty: boolean, line: TypedLine): void {
  const latest = useRef({ report, line })
  latest.current = { report, line }
  const { saveText } = line
  // Before the next paint: otherwise Esc right after saving a line would still ask about it.
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
