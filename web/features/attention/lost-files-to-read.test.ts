import { expect, test } from 'vitest'
import { lostToText, lostToTitle } from './lost-files-to-read.tsx'

const words = { kind: 'photo', name: 'The crack', order: 'iPhone 12', isUnsaved: false }

test('a lost file is told with its name, its order and what a person can do', () => {
  expect(lostToTitle(words)).toBe('The crack')
  expect(lostToText(words)).toBe("The browser removed this photo of order 'iPhone 12' before it was sent. Take it again if you can.")
  expect(lostToText({ ...words, kind: 'signature' })).toBe(
    "The browser removed this signature of order 'iPhone 12' before it was sent. Ask for it again if you can.",
  )
  expect(lostToText({ ...words, kind: 'document' })).toMatch(/Add it again if you can\.$/)
})

test('what nobody knows of a lost file is left out', () => {
  expect(lostToTitle({ ...words, name: null })).toBe('Photo')
  expect(lostToTitle({ ...words, name: null, kind: 'signature' })).toBe('Signature')
  const nameless = { kind: null, name: null, order: null, isUnsaved: false }
  expect(lostToText(nameless)).toBe('The browser removed this photo before it was sent. Take it again if you can.')
  expect(lostToText({ ...nameless, isUnsaved: true })).toBe('The browser removed this photo before its form was saved. Take it again if you can.')
})
