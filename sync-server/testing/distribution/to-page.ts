import { collectionNames } from '#schema/collections/index.ts'
import { exceptions } from './shop-exceptions.ts'
import { keysWithoutShop, referencesWithoutShop, tablesWithTriggers } from './shop-keys.ts'

const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const toCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Most of them are in most of the lists. */
function toTables(tables: readonly string[]): string {
  const missing = collectionNames.filter((name) => !tables.includes(name))
  if (missing.length > collectionNames.length / 2) return toCode(tables)
  const others = tables.filter((table) => collectionNames.every((name) => name !== table))
  const collections = missing.length === 0 ? 'all collections' : `all collections but ${toCode(missing)}`
  return others.length === 0 ? collections : `${collections}; ${toCode(others)}`
}

/** What `docs/scale.md` shows of the lists. */
export function toPage(): string {
  const heads = (names: readonly string[]): string[] => [toRow(names), toRow(names.map(() => '---'))]
  return [
    ...heads(['rows of', 'found by', 'the statement', 'about it']),
    ...exceptions.map(({ effect, tables, by, why }) => toRow([toTables(tables), by === null ? 'anything else' : toCode([by]), effect, why])),
    '',
    ...heads(['rows of', 'unique key without `shop_id`', 'about it']),
    ...keysWithoutShop.map(({ tables, columns, why }) => toRow([toTables(tables), toCode(columns), why])),
    '',
    ...heads(['references without `shop_id`', 'tables with triggers']),
    toRow([toCode(referencesWithoutShop), toTables(tablesWithTriggers)]),
  ].join('\n')
}
