import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import { afterAll, expect } from 'vitest'

// The device's tests share a process, and RxDB allows it a few open collections: one that a file leaves open fails another file.
afterAll(async () => {
  const left = [...OPEN_COLLECTIONS]
  for (const { database } of left) await database.close()
  expect(
    left.map(({ database, name }) => `${database.name}/${name}`),
    'collections that a test of this file left open',
  ).toEqual([])
})
