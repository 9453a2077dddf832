import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { toDraftsFile, toFeatureFile, toViewFile } from './generate/feature-files.ts'
import { fieldKinds, readFields, fieldToBuilder, fieldToColumn, fieldToDeclaration, type NewField } from './generate/new-fields.ts'
import { toDialogFile, toFormFile } from './generate/form-files.ts'
import { addMigration } from './generate/add-migration.ts'
import { capitalize, toEntityNames, type EntityNames } from './generate/names.ts'
import { addTexts, toTextsFile } from './generate/text-files.ts'
import { openTree } from './generate/source-tree.ts'
import { CommandError, runCommand, say } from './tools/command-line.ts'
import { syncedColumns, toEndIndex, toFeedParts } from '#server/db/tables/synced-columns.ts'

const folders = ['work', 'stock', 'people'] as const

const usage = `Usage: npm run new-collection -- <name> [--in ${folders.join('|')}] [--field name:kind …] [--one <singular>]

Makes an entity that devices hold, with a list and a dialog, and enters it wherever entities are listed.
<name>: its plural, such as loaner-devices. --in: the folder of schema/collections; without it work.
--field: kinds are ${fieldKinds.join(', ')}; the first one names the row. Without any: name:text.`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        in: { type: 'string', default: 'work' },
        field: { type: 'string', multiple: true, default: [] },
        one: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    const [name, ...rest] = positionals
    const folder = folders.find((one) => one === values.in)
    if (values.help === true || name === undefined || rest.length > 0 || folder === undefined) throw new CommandError(usage)
    return { names: toEntityNames(name, values.one), fields: readFields(values.field), folder }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

await runCommand(async () => {
  const { names, fields, folder } = readArguments()
  const { table, plural, pluralFile, singularFile, nouns } = names
  const root = path.dirname(import.meta.dirname)
  const tree = openTree(root)
  const feature = `web/features/${pluralFile}`
  const collectionFile = `schema/collections/${folder}/${pluralFile}.ts`
  tree.add(collectionFile, toCollectionFile(names, fields))
  const migrationFile = addMigration(tree, nouns, { says: `${capitalize(nouns)} of the shop.`, statements: toTableStatements(names, fields) })
  tree.add(`${feature}/feature.tsx`, toFeatureFile(names))
  tree.add(`${feature}/drafts.tsx`, toDraftsFile(names))
  tree.add(`${feature}/form.ts`, toFormFile(names, fields, folder))
  tree.add(`${feature}/${singularFile}-dialog.tsx`, toDialogFile(names, fields))
  tree.add(`${feature}/${pluralFile}-texts.ts`, toTextsFile(names))
  const languages = addTexts(tree, names, fields)
  tree.add(`${feature}/${pluralFile}-view.tsx`, toViewFile(names, fields[0].name, folder))

  const index = 'schema/collections/index.ts'
  tree.insert(index, /\nexport const collectionByName/, `import { ${plural} } from './${folder}/${pluralFile}.ts'\n`)
  tree.insert(index, /\} as const satisfies Record<string, Collection>/, table === plural ? `  ${table},\n` : `  ${table}: ${plural},\n`)
  const allFeatures = 'web/features/all-features.ts'
  tree.insert(allFeatures, /\n\/\*\*\n \* Every feature once/, `import { ${plural} } from './${pluralFile}/feature.tsx'\n`)
  tree.insert(allFeatures, /\] as const\n/, `  ${plural},\n`)
  const allDrafts = 'web/features/all-drafts.ts'
  tree.insert(allDrafts, /import \{ type CorrectionForm/, `import { drafts as ${plural} } from './${pluralFile}/drafts.tsx'\n`)
  tree.insert(allDrafts, /\] as const\n/, `  ${plural},\n`)
  tree.write()
  execFileSync(process.execPath, [path.join(root, 'scripts/tools/compile-texts.ts')])

  say(`${capitalize(nouns)} are there, with a view and a dialog. Files to go on with by hand:
  ${collectionFile}     limits, messages, who may do what, what it refers to
  ${migrationFile}     the same columns; foreign keys and indexes of what it refers to
  ${feature}/feature.tsx     icon, texts, keys
  ${feature}/drafts.tsx     names of unfinished forms, how refused changes come back into them
  ${feature}/form.ts and ${singularFile}-dialog.tsx     what is typed
  ${feature}/${pluralFile}-view.tsx     the list
  schema/texts/staff/${pluralFile}.ts     its words; npm run texts compiles them
  ${languages.join(', ')}     to be translated: they have the English words now
Entered in ${index}, sync-server/db/migrate.ts, ${allFeatures} and ${allDrafts}.
Then run npm run check.`)
})

function toCollectionFile(names: EntityNames, fields: readonly NewField[]): string {
  const builders = [...new Set(fields.map((field, index) => fieldToBuilder(field, index === 0)))].toSorted()
  return `import { defineCollection, type DocumentOf } from '../../collection.ts'
import { ${builders.join(', ')} } from '../../fields.ts'

/** ${capitalize(names.nouns)} of the shop. */
export const ${names.plural} = defineCollection({
  name: '${names.table}',
  fields: {
${fields.map((field, index) => `    ${fieldToDeclaration(field, names, index === 0)}`).join('\n')}
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: '${names.noun}', titleField: '${fields[0]?.name}' },
})

export type ${names.type} = DocumentOf<typeof ${names.plural}>
`
}

/** Table, feed index, index of expired deletions, and row counter. */
function toTableStatements({ table }: EntityNames, fields: readonly NewField[]): string[] {
  return [
    `create table ${table} (${syncedColumns},
${fields.map((field, index) => `      ${fieldToColumn(field, index === 0)}`).join(',\n')}
    ) strict`,
    ...toFeedParts(table),
    toEndIndex(table),
  ]
}
