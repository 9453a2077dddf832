import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BootstrapShop } from '#schema/api/sync.ts'

/** A page of this browser, whose storage outlives it. */
async function openPage(kept: Map<string, string> | undefined, languages: readonly string[] = ['en-US']) {
  vi.resetModules()
  const root = { lang: 'en' }
  const storage = { getItem: (key: string) => kept?.get(key) ?? null, setItem: (key: string, value: string) => void kept?.set(key, value) }
  vi.stubGlobal('window', kept === undefined ? {} : { localStorage: storage })
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('navigator', { languages })
  const page = await import('./staff-texts.ts')
  await page.loadOwnLanguage()
  return { ...page, root }
}

let kept: Map<string, string>
beforeEach(() => void (kept = new Map()))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('the language of a page', () => {
  test('is the one that was kept, which the page is loaded anew for once', async () => {
    const first = await openPage(kept)
    expect([first.readLanguage(), first.keepLanguage('en'), first.keepLanguage('de')]).toEqual(['en', false, true])
    const second = await openPage(kept)
    expect([second.readLanguage(), second.root.lang, second.keepLanguage('de')]).toEqual(['de', 'de', false])
    expect(second.keepLanguage('en')).toBe(true)
    expect((await openPage(kept)).readLanguage()).toBe('en')
  })

  test("is the browser's where nothing was kept, and where nothing can be kept no page is loaded anew", async () => {
    const page = await openPage(undefined, ['sv-SE', 'de-AT', 'en'])
    expect([page.readLanguage(), page.pickBrowserLanguage(), page.keepLanguage('fr')]).toEqual(['de', 'de', false])
  })

  test('is English where its texts cannot be had, and no page is loaded anew for that', async () => {
    kept.set('mainspring-language', 'de')
    vi.doMock('#schema/language/compiled/staff/load-staff.ts', () => ({ loadStaffTexts: { de: () => Promise.reject(new TypeError('Failed to fetch')) } }))
    const page = await openPage(kept)
    vi.doUnmock('#schema/language/compiled/staff/load-staff.ts')
    expect([page.readLanguage(), page.root.lang, page.keepLanguage('de')]).toEqual(['en', 'en', false])
  })
})

test("dates and amounts are in the reader's language and the shop's zone and currency", async () => {
  const shop = (profile: Partial<BootstrapShop['profile']>) => ({ code: 'lab', profile }) as Pick<BootstrapShop, 'code' | 'profile'>
  const write = async (language: string, of: ReturnType<typeof shop>) => {
    kept.set('mainspring-language', language)
    await openPage(kept)
    const { shopToFormat } = await import('#web/inputs/shop-format.tsx')
    const format = shopToFormat(of)
    return [format.dateTime('2025-03-03T23:30:00Z', new Date('2026-06-01')), format.money(1234.5)].map((text) => text.replaceAll(/\s/g, ' '))
  }
  const berlin = shop({ locale: 'de-DE', language: 'de', currency: 'EUR', timeZone: 'Europe/Berlin' })
  expect(await write('de', berlin)).toEqual(['4. März 2025, 0:30', '1.234,50 €'])
  expect(await write('en', berlin)).toEqual(['Mar 4, 2025, 12:30 AM', '€1,234.50'])
  const boston = shop({ locale: 'en-US', language: 'en', currency: 'USD', timeZone: 'America/New_York' })
  expect(await write('de', boston)).toEqual(['3. März 2025, 18:30', '1.234,50 $'])
  expect(await write('en', boston)).toEqual(['Mar 3, 2025, 6:30 PM', '$1,234.50'])
})
