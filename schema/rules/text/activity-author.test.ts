import { expect, it } from 'vitest'
import { readActivityAuthor } from './activity-author.ts'

const users = new Map([
  ['ann', { name: 'Ann Lee', login_id: 'ann' }],
  ['max', { name: '', login_id: 'max.b' }],
])

it.each([
  ['ann', 'Order created', 'Ann Lee'],
  ['max', 'Order created', 'max.b'],
  ['gone', 'Order created', 'Former user'],
  [null, 'Order created', 'Customer portal'],
  [null, 'Order created (import)', 'Import'],
])('an entry of %s, "%s", names %s', (userId, auditText, name) => {
  expect(readActivityAuthor({ userId, auditText }, users).name).toBe(name)
})
