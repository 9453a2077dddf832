import { intervalUnits } from '../../inputs/time/time-words.ts'

export function clockToText(correctionMs: number): string {
  const offMs = Math.abs(correctionMs)
  const { unit, ms } = intervalUnits.find((each) => offMs >= each.ms) ?? intervalUnits[2]
  const count = Math.round(offMs / ms)
  return `This device's clock is ${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'} ${correctionMs < 0 ? 'ahead' : 'behind'}. Times are corrected; set the clock.`
}
