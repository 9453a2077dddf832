import { foldText } from '../../values/customer-match.ts'

/** Login ids for somebody of this name, best first, without end: 'eve.miller', 'eve.miller2', … 'user' where nothing is left of the name. */
export function* loginIdCandidates(name: string): Generator<string> {
  const words = foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const base = words.join('.').slice(0, 80) || 'user'
  yield base
  for (let number = 2; ; number++) yield `${base}${number}`
}
