import { CommandError } from '../tools/command-line.ts'
import type { Tree } from './source-tree.ts'

const migrationsFolder = 'sync-server/db/migrations'
const list = 'sync-server/db/migrate.ts'

/** Adds the next migration and its entry in the list; returns its file. `words`: its topic, such as 'loaner devices'. */
export function addMigration(tree: Tree, words: string, { says, statements }: { says: string; statements: readonly string[] }): string {
  const parts = words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  if (parts.length === 0 || !/^[a-z]/.test(parts[0] ?? '')) throw new CommandError(`"${words}" names no migration: say in some words what it changes.`)
  const last = Math.max(...tree.list(migrationsFolder).map((file) => Number(file.slice(0, 4))))
  const name = `${String(last + 1).padStart(4, '0')}-${parts.join('-')}`
  const constant = parts.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
  const file = `${migrationsFolder}/${name}.ts`
  tree.add(
    file,
    `import type { Migration } from '../schema-migration.ts'

/** ${says} */
export const ${constant}: Migration = {
  name: '${name}',
  statements: [${statements.map((statement) => `\n    \`${statement}\`,`).join('')}
  ],
}
`,
  )
  if (new RegExp(`\\b${constant}\\b`).test(tree.read(list))) throw new CommandError(`${list} has a ${constant} already: choose other words.`)
  tree.insert(list, /\nexport const migrations:/, `import { ${constant} } from './migrations/${name}.ts'\n`)
  tree.insert(list, /(?<=const migrations: readonly Migration\[\] = \[[^\]]*\w)(?=,?\s*\])/, `, ${constant}`)
  return file
}
