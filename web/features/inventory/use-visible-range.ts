import { type RefObject, useLayoutEffect, useState } from 'react'

type Range = { start: number; end: number }

/** Rows above and below what is in sight, so that a quick scroll shows no gap. */
const spareRows = 12

/** Which rows of an element full of rows of one height lie in the window, whatever scrolls around it. `end` is exclusive. */
export function useVisibleRange(ref: RefObject<HTMLElement | null>, count: number, rowHeightPx: number): Range {
  const [range, setRange] = useState<Range>({ start: 0, end: 60 })
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = ref.current?.getBoundingClientRect().top
      if (top === undefined) return
      const start = Math.max(0, Math.floor(-top / rowHeightPx) - spareRows)
      const end = Math.max(0, Math.ceil((window.innerHeight - top) / rowHeightPx) + spareRows)
      setRange((present) => (present.start === start && present.end === end ? present : { start, end }))
    }
    measure()
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, { capture: true })
      window.removeEventListener('resize', measure)
    }
  }, [ref, count, rowHeightPx])
  return { start: Math.min(range.start, count), end: Math.min(range.end, count) }
}
