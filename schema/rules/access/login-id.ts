import { foldText } from '../../values/customer-match.ts'

/** Infinite candidates, best first: 'eve.miller', 'eve.miller2', …; 'user' if the name has no usable letters. */
export function* loginIdCandidates(name: string): Generator<string> {
  const words = foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const base = words.join('.').slice(0, 80) || 'user'
  yield base
  for (let number = 2; ; number++) yield `${base}${number}`
}
