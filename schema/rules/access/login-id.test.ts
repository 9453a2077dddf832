import { expect, it } from 'vitest'
import { loginIdCandidates } from './login-id.ts'

function firstOf(name: string, count: number): string[] {
  const candidates = loginIdCandidates(name)
  return Array.from({ length: count }, () => String(candidates.next().value))
}

it('makes login IDs from names, numbered from the second on', () => {
  expect(firstOf('Éva  Müller-Kiss', 3)).toEqual(['eva.muller.kiss', 'eva.muller.kiss2', 'eva.muller.kiss3'])
  expect(firstOf("  O'Neil 3rd ", 1)).toEqual(['o.neil.3rd'])
})

it('always makes one that fits, whatever the name', () => {
  expect(firstOf('田中', 2)).toEqual(['user', 'user2'])
  expect(firstOf('x'.repeat(200), 1)[0]).toHaveLength(80)
})
