import { expect, it } from 'vitest'
import { collectionByName } from '#schema/collections/index.ts'
import { entities } from '#schema/collections/people/entities.ts'
import { shops } from '#schema/collections/people/shops.ts'
import { users } from '#schema/collections/people/users.ts'
import { fieldLabels } from '#schema/texts/staff/field-labels.ts'
import { configFields } from '../commands/administration/update-shop.ts'
import { profileLabels } from '../commands/shop-profile/save-profile.ts'

it('LANG-02: each field that an activity or a form names has its name among the texts', () => {
  const known = new Set(Object.keys(fieldLabels))
  const fields = Object.values(collectionByName).flatMap((collection) => Object.values(collection.fields))
  const typed = [shops, entities, users].flatMap((table) => Object.values(table.fields).filter(({ writer, secret }) => writer === 'client' && !secret))
  const labels = [...fields, ...typed, ...Object.values(profileLabels), ...Object.values(configFields)].map(({ label }) => label.toLowerCase())
  expect([...new Set(labels)].filter((label) => !known.has(label))).toEqual([])
})
