import path from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '#server/db/migrate.ts'
import { addMigration } from './add-migration.ts'
import { openTree } from './source-tree.ts'

const root = path.dirname(path.dirname(import.meta.dirname))

it('a new migration has the number behind the newest one, lies beside it, and is in the list', () => {
  const tree = openTree(root)
  const file = addMigration(tree, 'Loaner devices', { says: 'Devices that the shop lends.', statements: ['create table loaner_devices (id text)'] })
  const newest = Number(migrations.at(-1)?.name.slice(0, 4))
  const name = `${String(newest + 1).padStart(4, '0')}-loaner-devices`
  expect(file).toBe(`sync-server/db/migrations/${name}.ts`)
  expect(tree.read(file)).toContain(`from '../schema-migration.ts'`)
  expect(tree.read(file)).toContain(`name: '${name}'`)
  expect(tree.read('sync-server/db/migrate.ts')).toContain(`import { loanerDevices } from './migrations/${name}.ts'`)
  expect(tree.read('sync-server/db/migrate.ts')).toContain(', loanerDevices]')
})
