import { describe, expect, it } from 'vitest'
import { compileTexts, findFaults, findStale, readTexts } from './compile-texts.ts'

describe('the texts of the product (LANG-01)', () => {
  it('exist in each language, with the same values filled in, and are compiled: `npm run texts`', async () => {
    const texts = await readTexts()
    expect(Object.keys(texts)).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR'])
    expect([...findStale(compileTexts(texts)).keys()]).toEqual([])
  })

  it('are refused where a language lacks one, has one of its own, or fills in other values', () => {
    const english = { portal: { retry: 'Retry', photos: '{count, plural, one {# photo} other {# photos}}', step: { ready: 'Ready' } } }
    const german = { portal: { photos: '{n, plural, one {# Foto} other {# Fotos}}', step: { ready: '' }, extra: 'Mehr' } }
    expect(findFaults(english, german)).toEqual([
      'portal.retry is missing',
      'portal.photos fills in {n}, in English {count}',
      'portal.step.ready is empty',
      'portal.extra is not in English',
    ])
    expect(() => compileTexts({ en: english, de: german })).toThrow('de: portal.retry is missing')
  })

  it('keep the names of values that are given, and numbers of plurals, as types', () => {
    const files = compileTexts({
      en: { orders: { photos: '{count, plural, one {# photo of {name}} other {# photos}}', who: '{who, select, you {You} other {The shop}}' } },
    })
    expect(files.get('orders/orders-type.ts')).toContain(`"photos": (values: { count: number; name: string | number }) => string`)
    expect(files.get('orders/orders-type.ts')).toContain(`"who": (values: { who: 'you' | 'other' }) => string`)
  })
})
