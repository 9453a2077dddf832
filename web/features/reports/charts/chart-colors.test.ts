import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, '../../../styles/tokens.css'), 'utf8')

/** A token's values: light, dark by system, dark by choice. */
const valuesOf = (token: string): string[] => [...css.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value ?? '')

type Rgb = readonly [number, number, number]

const toLinear = (hex: string): Rgb => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Colour blindness at full severity (Machado, Oliveira and Fernandes 2009). */
const sights: Readonly<Record<string, readonly Rgb[]>> = {
  'full colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const seenWith = (rows: readonly Rgb[], [red, green, blue]: Rgb): Rgb => {
  const [r = 0, g = 0, b = 0] = rows.map((row) => Math.min(1, Math.max(0, row[0] * red + row[1] * green + row[2] * blue)))
  return [r, g, b]
}

/** Distance in OKLab, where 0.02 is just noticeable. */
function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [toLab(one), toLab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function toLab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const series = ['chart-1', 'chart-2', 'chart-3']
const themes = ['light', 'dark by the system', 'dark by choice']

describe.each(themes.map((theme, place) => ({ theme, place })))('colours of charts, $theme (PICT-01)', ({ place }) => {
  const colorOf = (token: string): Rgb => toLinear(valuesOf(token)[place] ?? '')

  test.each(series)('%s stands out from what is behind it', (name) => {
    for (const behind of ['surface', 'canvas']) expect(contrast(colorOf(name), colorOf(behind))).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.keys(sights))('can be told apart with %s', (sight) => {
    const seen = series.map((name) => seenWith(sights[sight] ?? [], colorOf(name)))
    for (const [index, one] of seen.entries()) for (const other of seen.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(0.1)
  })
})

test('dark is dark, whoever chose it', () => {
  for (const name of series) expect(valuesOf(name)[1]).toBe(valuesOf(name)[2])
})
