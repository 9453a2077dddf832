import { vi } from 'vitest'
import type { Collection } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'

type Registry = Record<CollectionName, Collection>

/** Replacements for declarations of the current app version. */
export type Redeclaration = Partial<{ [N in CollectionName]: (present: Collection) => Collection }>

/**
 * For tests: loads the app's modules again as another version with other declarations. The versions share only
 * IndexedDB, as two pages do.
 */
export async function loadVersion(version: number, redeclaration: Redeclaration = {}) {
  vi.resetModules()
  const { collectionByName } = await import('#schema/collections/index.ts')
  const registry = collectionByName as unknown as Registry
  for (const [name, redeclare] of Object.entries(redeclaration)) registry[name as CollectionName] = redeclare(registry[name as CollectionName])
  const [testDevice, { ModelServer }, { fieldNamesOf }] = await Promise.all([
    import('./test-device.ts'),
    import('./test-model-server.ts'),
    import('../rows/rows.ts'),
  ])
  return {
    ...testDevice,
    ModelServer,
    fieldNamesOf,
    open: (options: Parameters<typeof testDevice.openTestDevice>[0]) =>
      testDevice.openTestDevice({ localVersion: version, storage: testDevice.testStorage(`version ${version}`, version), ...options }),
  }
}

export type Version = Awaited<ReturnType<typeof loadVersion>>
