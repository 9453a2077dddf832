import { expect, it } from 'vitest'
import { collectionByName } from '#schema/collections/index.ts'
import { fieldLabels } from '#schema/texts/staff/field-labels.ts'

/** What no form asks for: other ends of references, bytes, flags that the server keeps. */
const untyped = new Set([
  'alternate phone unconfirmed',
  'phone unconfirmed',
  'email unconfirmed',
  'answer given by',
  'answered',
  'closed',
  'opened',
  'moves',
  'file name',
  'sha-256',
  'taken',
  'quote from lines',
  'not the same as',
  'supply',
  'area',
  'corrected invoice',
  'counted at',
  'phase',
  'result',
])

it('LANG-02: each field that a person types has its name among the texts', () => {
  const known = new Set(Object.keys(fieldLabels))
  const fields = Object.values(collectionByName).flatMap((collection) => Object.values(collection.fields))
  const missing = fields.filter(({ writer }) => writer === 'client').map(({ label }) => label.toLowerCase())
  expect([...new Set(missing)].filter((label) => !known.has(label) && !untyped.has(label))).toEqual([])
})
