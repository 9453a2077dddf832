import { useMemo, useState } from 'react'
import type { Activity } from '#schema/collections/people/activities.ts'
import { readNewestSeq } from './held-log.ts'

type HeldLog = { entries: readonly Activity[]; waiting: number; /** Counts how often the person let in what waited. */ round: number; letIn: () => void }

/** Leaves out what arrives while somebody reads, until they ask for it or look away. */
export function useHeldLog(all: readonly Activity[], isReading: boolean): HeldLog {
  const newestSeq = useMemo(() => readNewestSeq(all), [all])
  const [letInSeq, setLetInSeq] = useState(newestSeq)
  const [round, setRound] = useState(0)
  const isHeld = isReading && letInSeq >= 0
  if (!isHeld && letInSeq !== newestSeq) setLetInSeq(newestSeq)
  const entries = useMemo(() => (isHeld && letInSeq < newestSeq ? all.filter(({ seq }) => seq <= letInSeq) : all), [all, isHeld, letInSeq, newestSeq])
  const letIn = () => {
    if (letInSeq === newestSeq) return
    setLetInSeq(newestSeq)
    setRound(round + 1)
  }
  return { entries, waiting: all.length - entries.length, round, letIn }
}
