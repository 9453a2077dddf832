import { expect, test } from 'vitest'
import { namesToChoices } from './portal-names.ts'

test('people who share a phone see the first name and an initial of each other', () => {
  expect(namesToChoices(['Ann Bell', 'Tom van der Berg', 'Cher', ' Åsa  Öberg '])).toEqual(['Ann B.', 'Tom B.', 'Cher', 'Åsa Ö.'])
})

test('names that would read the same are written out, and counted where that does not help', () => {
  expect(namesToChoices(['Ann Bell', 'Ann Brown', 'Tom Ray'])).toEqual(['Ann Bell', 'Ann Brown', 'Tom R.'])
  expect(namesToChoices(['Ann Bell', 'ann bell', 'Ann Bell'])).toEqual(['Ann Bell', 'ann bell (2)', 'Ann Bell (3)'])
})
