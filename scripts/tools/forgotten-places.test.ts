import { expect, it } from 'vitest'
import { findForgottenPlaces } from './forgotten-places.ts'

it('nothing that a field, an entity, a migration or a feature needs was forgotten', () => {
  expect(findForgottenPlaces()).toEqual([])
})
