import { useEffect } from 'react'
import type { PublicProfile } from '#schema/api/portal.ts'
import { shopColorToTokens } from './shop-colors.ts'

type ShopLook = {
  /** Of the page, as a bookmark has it. */
  title: string
  /** `#rrggbb`, or none: then the page has the product's own. */
  color: string | null | undefined
  logo: PublicProfile['logo'] | undefined
  /** Where the logo is read. */
  logoAddress: string
}

const darkTheme = '(prefers-color-scheme: dark)'

/** Gives the page the shop's name, colour and picture, also as a bookmark and on a home screen. Without a shop nothing is changed. */
export function useShopLook(look: ShopLook | undefined): void {
  const { title, color, logo, logoAddress } = look ?? {}
  const logoVersion = logo?.sha256.slice(0, 8)

  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])

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
  // The build writes #fff for #ffffff.
  const read = (token: string): string =>
    styles
      .getPropertyValue(`--${token}`)
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const ground = { canvas: read('canvas'), surface: read('surface'), ink: read('ink'), muted: read('muted'), isDark }
  // Where the stylesheet did not come there is nothing to fit into.
  if (!/^#[0-9a-f]{6}$/i.test(ground.canvas)) return
  const tokens = shopColorToTokens(color, ground)
  for (const [token, value] of Object.entries(tokens)) root.style.setProperty(token, value)
  // The bar of the browser, and of a page that was put on a home screen.
  for (const meta of document.head.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = tokens['--accent'] ?? meta.content
}
