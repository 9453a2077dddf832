import { expect, it } from 'vitest'
import { isVisibleLoginId, loginIdToKey } from './login-key.ts'

it.each([
  ['case', 'Ada', 'ADA'],
  ['blanks around it', ' ada\t', 'ada'],
  ['a zero-width space', 'ad\u200Bmin', 'admin'],
  ['a soft hyphen, a variation selector and a tag', 'ad\u00AD\uFE0Fmi\u{E0061}n', 'admin'],
  ['a control character', 'ad\u0007min\u0085', 'admin'],
  ['wide letters', 'ａｄｍｉｎ', 'admin'],
  ['a ligature and a Kelvin sign', 'ﬁ\u212A', 'fik'],
  ['how an accent is made', 'e\u0301va', '\u00C9va'],
  ['ß and its capital', 'STRAẞE', 'strasse'],
])('spells a login ID the same whatever its %s', (_, one, other) => {
  expect(loginIdToKey(one)).toBe(loginIdToKey(other))
})

it('keeps login IDs apart that read differently', () => {
  expect(new Set(['ada', 'adá', 'ada1', 'a.da', 'a da'].map(loginIdToKey)).size).toBe(5)
})

it('tells login IDs with characters that nobody sees', () => {
  expect(['ad\u200Bmin', 'ad\u00ADmin', 'ad\u0007min', 'ad\u202Emin', 'ad\u3164min'].some(isVisibleLoginId)).toBe(false)
  expect(['ada', 'Éva Müller', '田中', "o'neil"].every(isVisibleLoginId)).toBe(true)
})
