import { describe, expect, it } from 'vitest'
import { placeMutant, readProduct } from './faults.ts'
import { mutants } from './mutants.ts'

const product = readProduct()

describe('deliberate faults', () => {
  it.each(mutants)('find what they replace: $name', (mutant) => {
    const faults = placeMutant(mutant, product)
    expect(faults).not.toEqual([])
    for (const { url, apply } of faults) {
      const source = product.find((module) => module.url === url)?.source ?? ''
      expect(apply(source)).not.toBe(source)
    }
  })

  it('say in a sentence what the product holds no longer, or more than once', () => {
    const wrap = (original: unknown): unknown => original
    const place = (mutant: Partial<Parameters<typeof placeMutant>[0]>) => () => placeMutant({ name: 'a fault', ...mutant }, product)
    expect(place({ wraps: [{ symbol: 'rebaseRows', wrap }] })).toThrow("The mutant 'a fault' is stale: no module of the product declares 'rebaseRows'.")
    expect(place({ wraps: [{ symbol: 'Outbox.offer', wrap }] })).toThrow("The mutant 'a fault' is stale: 'Outbox' has no method 'offer'.")
    expect(place({ snippets: [{ find: 'never( written )', replace: '' }] })).toThrow(
      "The mutant 'a fault' is stale: no module of the product holds the code 'never( written )'.",
    )
    expect(place({ snippets: [{ find: "throw new AppError('NOT_FOUND')", replace: '' }] })).toThrow(/stands \d+ times in the product: /)
  })

  it('find code however it is broken into lines', () => {
    const module = { url: 'file:///one.ts', source: 'const a = call(\n  one,\n  { two: 2 },\n)\n' }
    const [fault] = placeMutant({ name: 'a fault', snippets: [{ find: 'call(one, { two: 2 })', replace: 'none()' }] }, [module])
    expect(fault?.apply(module.source)).toBe('const a = none()\n')
  })
})
