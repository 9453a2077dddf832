import { toCountTriggers } from '#server/db/row-counts.ts'
import { fieldToBuilder, fieldToColumn, fieldToDeclaration, type NewField } from './new-fields.ts'
import { capitalize, type EntityNames } from './names.ts'

/** The declaration: members of the shop read and write its rows. */
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

/** Table, the index by which the feed reads it, the one by which deleted rows end, and what counts its rows. */
export const toTableStatements = ({ table }: EntityNames, fields: readonly NewField[]): string[] => [
  `create table ${table} (
      id text primary key,
      shop_id text not null references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text,
${fields.map((field, index) => `      ${fieldToColumn(field, index === 0)}`).join(',\n')}
    ) strict`,
  `create unique index ${table}_feed on ${table} (shop_id, seq)`,
  `create index ${table}_to_end on ${table} (updated_at) where deleted = 1 and deleted_with is not 'ended'`,
  ...toCountTriggers(table),
]
