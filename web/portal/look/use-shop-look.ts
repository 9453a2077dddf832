import { useEffect } from 'react'
import type { PublicProfile } from '#schema/api/portal.ts'
import { shopColorToTokens } from './shop-colors.ts'
import { pickLanguage } from '#schema/language/pick-language.ts'
import { readOwnLanguage, showLanguage } from '../language/texts.ts'

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
