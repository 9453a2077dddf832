import { intervalUnits } from '../../inputs/time/time-words.ts'
import { t } from './sync-words-texts.ts'

export function clockToText(correctionMs: number): string {
  const offMs = Math.abs(correctionMs)
  const { unit, ms } = intervalUnits.find((each) => offMs >= each.ms) ?? intervalUnits[2]
  const interval = t.interval[unit]({ count: Math.round(offMs / ms) })
  return correctionMs < 0 ? t.clockAhead({ interval }) : t.clockBehind({ interval })
}
