import type { StatusColors } from './status-age.ts'

/** The slider shows 0 to 20+ days (CONST-29). */
export const colorScaleDays = 20
export const greenHandle = { min: 1, max: 18 } as const
export const yellowHandleMax = 19

const clamp = (days: number, min: number, max: number): number => Math.min(Math.max(Math.round(days), min), max)

/** The green handle goes from 1 to 18; where it reaches or passes yellow, yellow moves to green+1 (SHOPSET-21, SHOPSET-22). */
export function moveGreenEnd({ yellowEnd }: StatusColors, days: number): StatusColors {
  const greenEnd = clamp(days, greenHandle.min, greenHandle.max)
  return { greenEnd, yellowEnd: greenEnd >= yellowEnd ? greenEnd + 1 : yellowEnd }
}

/** The yellow handle goes from green+1 to 19 (SHOPSET-23) and never moves green. */
export function moveYellowEnd({ greenEnd }: StatusColors, days: number): StatusColors {
  return { greenEnd, yellowEnd: Math.max(clamp(days, greenHandle.min, yellowHandleMax), greenEnd + 1) }
}
