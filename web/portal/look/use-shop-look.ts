import { useEffect } from 'react'
import type { PublicProfile } from '#schema/api/portal.ts'
import { pickLanguage } from '#schema/language/pick-language.ts'
import { readOwnLanguage, showLanguage } from '../language/texts.ts'

/** One theme's base tokens, each `#rrggbb`. */
export type Ground = { canvas: string; surface: string; ink: string; muted: string; isDark: boolean }

type Rgb = readonly [number, number, number]

/** WCAG AA for text, plus a margin for the browser's rounding. */
const textContrast = 4.55

const toRgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const toHex = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
/** `share` of the second colour: 0 returns the first. */
const mix = (one: string, other: string, share: number): string => {
  const [from, to] = [toRgb(one), toRgb(other)]
  return toHex(from.map((value, at) => value + ((to[at] ?? 0) - value) * share) as unknown as Rgb)
}

const toLinear = (value: number): number => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** The WCAG 2 contrast of two colours `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The first of fifty steps between two colours that fits; `to` if none does. */
function firstFit(from: string, to: string, fits: (color: string) => boolean): string {
  for (let step = 0; step < 50; step += 1) {
    const color = mix(from, to, step / 50)
    if (fits(color)) return color
  }
  return to
}

/**
 * One theme's accent tokens in the shop's colour. The colour is darkened, or lightened in the dark theme, until text in
 * it and on it is readable; its hue stays.
 * @param color `#rrggbb`
 */
export function shopColorToTokens(color: string, { canvas, surface, ink, muted, isDark }: Ground): Record<string, string> {
  const [toward, onAccent] = isDark ? ['#ffffff', canvas] : ['#000000', '#ffffff']
  // Both text colours also stand on the soft accent.
  const soft = firstFit(mix(surface, color, isDark ? 0.22 : 0.14), surface, (tried) => [ink, muted].every((text) => contrast(text, tried) >= textContrast))
  const accent = firstFit(color, toward, (tried) => [canvas, surface, soft, onAccent].every((ground) => contrast(tried, ground) >= textContrast))
  return {
    '--accent': accent,
    '--accent-hover': mix(accent, toward, 0.2),
    '--on-accent': onAccent,
    '--accent-ink': accent,
    '--accent-soft': soft,
    '--focus': accent,
  }
}

type ShopLook = {
  title: string
  /** `#rrggbb`; without it the page keeps the product's colour. */
  color: string | null | undefined
  logo: PublicProfile['logo'] | undefined
  logoAddress: string
  /** What the shop, or the customer's own card, asks for; unless the reader's browser does. */
  language: string | null | undefined
}

const darkTheme = '(prefers-color-scheme: dark)'

/** Gives the page the shop's name, colour and logo, also for bookmarks and the home screen. Without a shop nothing changes. */
export function useShopLook(look: ShopLook | undefined): void {
  const { title, color, logo, logoAddress, language } = look ?? {}
  const logoVersion = logo?.sha256.slice(0, 8)

  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])

  useEffect(() => {
    const offered = readOwnLanguage() === undefined ? pickLanguage([language]) : undefined
    if (offered !== undefined) void showLanguage(offered).catch(() => {})
  }, [language])

  useEffect(() => {
    if (color == null || !/^#[0-9a-f]{6}$/i.test(color)) return
    const theme = window.matchMedia(darkTheme)
    const paint = () => paintPage(color, theme.matches)
    paint()
    theme.addEventListener('change', paint)
    return () => theme.removeEventListener('change', paint)
  }, [color])

  useEffect(() => {
    if (logoVersion === undefined) return
    for (const rel of ['icon', 'apple-touch-icon']) {
      const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`) ?? document.createElement('link')
      link.rel = rel
      link.removeAttribute('type')
      link.href = `${logoAddress}?${logoVersion}`
      document.head.append(link)
    }
  }, [logoVersion, logoAddress])
}

function paintPage(color: string, isDark: boolean): void {
  const root = document.documentElement
  const styles = window.getComputedStyle(root)
  // The build shortens #ffffff to #fff.
  const read = (token: string): string =>
    styles
      .getPropertyValue(`--${token}`)
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const ground = { canvas: read('canvas'), surface: read('surface'), ink: read('ink'), muted: read('muted'), isDark }
  // Skip if the stylesheet did not load.
  if (!/^#[0-9a-f]{6}$/i.test(ground.canvas)) return
  const tokens = shopColorToTokens(color, ground)
  for (const [token, value] of Object.entries(tokens)) root.style.setProperty(token, value)
  // Colours the browser's bar, also on the home screen.
  for (const meta of document.head.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = tokens['--accent'] ?? meta.content
}
