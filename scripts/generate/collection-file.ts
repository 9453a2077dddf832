import { syncedColumns, toEndIndex, toFeedParts } from '#server/db/tables/synced-columns.ts'
import { fieldToBuilder, fieldToColumn, fieldToDeclaration, type NewField } from './new-fields.ts'
import { capitalize, type EntityNames } from './names.ts'

export function toCollectionFile(names: EntityNames, fields: readonly NewField[]): string {
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
export const toTableStatements = ({ table }: EntityNames, fields: readonly NewField[]): string[] => [
  `create table ${table} (${syncedColumns},
${fields.map((field, index) => `      ${fieldToColumn(field, index === 0)}`).join(',\n')}
    ) strict`,
  ...toFeedParts(table),
  toEndIndex(table),
]
