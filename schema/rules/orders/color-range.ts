import type { StatusColors } from './status-age.ts'

export const statusColorLimits = { greenEnd: { min: 0, max: 30 }, yellowEnd: { min: 1, max: 50 } } as const

/** The slider shows days 0 to 20+: green 1–18, yellow from green+1 to 19. */
export const sliderDays = 20

const greenMin = 1
const greenMax = 18
const yellowMax = 19

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(value)))

/** Pushes yellow to green+1 if needed. */
export function moveGreenEnd({ yellowEnd }: StatusColors, toDay: number): StatusColors {
  const greenEnd = clamp(toDay, greenMin, greenMax)
  return { greenEnd, yellowEnd: clamp(yellowEnd, greenEnd + 1, yellowMax) }
}

/** Yellow stops at green+1 and never pushes green. */
export function moveYellowEnd(colors: StatusColors, toDay: number): StatusColors {
  // A stored range may exceed the slider (greenEnd to 30): the first move clamps it.
  const greenEnd = clamp(colors.greenEnd, 0, greenMax)
  return { greenEnd, yellowEnd: clamp(toDay, greenEnd + 1, yellowMax) }
}

export const greenEndRange = { min: greenMin, max: greenMax }
export const yellowEndRange = ({ greenEnd }: StatusColors) => ({ min: Math.min(greenEnd + 1, yellowMax), max: yellowMax })

/** Position on the slider from the left, 0 to 1, clamped. */
export const dayToShare = (day: number): number => Math.min(1, Math.max(0, day / sliderDays))

/** Days: '0–2', '3–5', '6+'. */
export function toColorRanges({ greenEnd, yellowEnd }: StatusColors): { green: string; yellow: string; red: string } {
  const range = (from: number, to: number): string => (from === to ? String(to) : `${from}–${to}`)
  return { green: range(0, greenEnd), yellow: range(greenEnd + 1, yellowEnd), red: `${yellowEnd + 1}+` }
}
