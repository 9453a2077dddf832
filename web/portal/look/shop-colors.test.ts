import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, type Ground, shopColorToTokens } from './use-shop-look.ts'

const css = readFileSync(path.join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')

const valueOf = (name: string, isDark: boolean): string => [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))][isDark ? 1 : 0]?.[1] ?? ''
const groundOf = (isDark: boolean): Ground => ({
  canvas: valueOf('canvas', isDark),
  surface: valueOf('surface', isDark),
  ink: valueOf('ink', isDark),
  muted: valueOf('muted', isDark),
  isDark,
})

const levels = ['00', '33', '66', '99', 'cc', 'ff']
const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)))

test('contrast is counted as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each([
  ['light', false],
  ['dark', true],
])('in the %s theme', (_, isDark) => {
  const ground = groundOf(isDark)

  test.each([
    ['text on a button', '--on-accent', (tokens) => [tokens['--accent'], tokens['--accent-hover']]],
    ['links', '--accent-ink', (tokens) => [ground.canvas, ground.surface, tokens['--accent-soft']]],
    ['the shop’s text on the soft colour', 'ink', (tokens) => [tokens['--accent-soft']]],
    ['muted text on the soft colour', 'muted', (tokens) => [tokens['--accent-soft']]],
  ] satisfies [string, string, (tokens: Record<string, string>) => (string | undefined)[]][])(
    '%s can be read in every colour of a shop',
    (_what, name, groundsOf) => {
      const faint = colors.filter((color) => {
        const tokens = shopColorToTokens(color, ground)
        const text = name.startsWith('--') ? tokens[name] : ground[name as 'ink' | 'muted']
        return groundsOf(tokens).some((under) => contrast(text ?? '', under ?? '') < 4.5)
      })
      expect(faint).toEqual([])
    },
  )

  test('a colour that can be read as it is stays', () => {
    const color = isDark ? '#7fd0ff' : '#7a1f5c'
    expect(shopColorToTokens(color, ground)['--accent']).toBe(color)
  })
})
