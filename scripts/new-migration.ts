import path from 'node:path'
import { addMigration } from './generate/add-migration.ts'
import { openTree } from './generate/source-tree.ts'
import { CommandError, runCommand, say } from './tools/command-line.ts'

const usage = `Usage: npm run new-migration -- <words>

Makes the next file of sync-server/db/migrations and enters it in sync-server/db/migrate.ts.
Words: what it is about, such as: archived products`

await runCommand(async () => {
  const words = process.argv.slice(2)
  if (words.length === 0 || words.some((word) => word.startsWith('-'))) throw new CommandError(usage)
  const tree = openTree(path.dirname(import.meta.dirname))
  const file = addMigration(tree, words.join(' '), { says: 'What it is for.', statements: ['alter table … add column …'] })
  tree.write()
  say(`${file} stands in sync-server/db/migrate.ts. Fill in:
  - the comment: what it is for
  - its statements, run once in one transaction, such as \`alter table orders add column shelf text\`
Never edit it once it has been released: add another. What a field's column must be called, sync-server/db/schema.test.ts tells.`)
})
