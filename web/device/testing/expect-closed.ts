import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import { afterAll } from 'vitest'

// The device's tests share a process, and RxDB allows it a few open collections: one that a file leaves open fails another file.
afterAll(async () => {
  const left = [...OPEN_COLLECTIONS]
  for (const { database } of left) await database.close()
  if (left.length > 0) throw new Error(`A test of this file left collections open: ${left.map(({ database, name }) => `${database.name}/${name}`).join(', ')}`)
})
