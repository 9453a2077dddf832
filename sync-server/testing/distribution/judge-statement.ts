import { readStatement, type TableColumns, type TableUse } from './read-statement.ts'
import { isOfShops, placeByTable } from './table-places.ts'

/** `asks every part`: it runs, and costs the more the more parts there are. `is refused`: it has to be written in another way. */
export type Effect = 'asks every part' | 'is refused'

/** A table in a statement that does not say of which shop its rows are. `by`: what it names instead. */
export type Finding = { table: string; by: readonly string[]; effect: Effect; text: string }

const shopKey = 'shop_id'
/** Of no rows, or of the transaction: their own parser calls them so. */
const withoutTables: ReadonlySet<string> = new Set(['TransactionStmt', 'VariableSetStmt', 'NotifyStmt', 'ListenStmt'])

/** @throws TypeError for statements of a kind, or on a table, that nobody has thought of */
export function judgeStatement(text: string, columns: TableColumns): Finding[] {
  return readStatement(text, columns).flatMap(({ kind, uses, meetByShop }) => {
    if (withoutTables.has(kind)) return []
    if (!['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'].includes(kind)) throw new TypeError(`Nobody has thought of ${kind}: ${text}`)
    for (const { table } of uses) if (!placeByTable.has(table) && columns.has(table)) throw new TypeError(`Nobody has said where ${table} would stand`)
    const ofShops = uses.filter(({ table }) => isOfShops(table))
    const isMixed = ofShops.length > 0 && uses.some(({ table }) => placeByTable.get(table) === 'one part')
    return ofShops.flatMap((use): Finding[] => {
      const effect = isMixed ? 'is refused' : effectOf(use, meetByShop(isOfShops))
      return effect === undefined ? [] : [{ table: use.table, by: use.by.filter((column) => column !== shopKey), effect, text }]
    })
  })
}

/** Undefined where the statement says of which shops the rows are. */
function effectOf({ action, isOfShop, conflict, changes }: TableUse, isWithinShops: boolean): Effect | undefined {
  if (conflict !== undefined && conflict.length > 0 && !conflict.includes(shopKey)) return 'is refused'
  if (changes.includes(shopKey)) return 'is refused'
  if (isOfShop) return undefined
  // Rows of several tables meet on one part only, and a row without a shop has none.
  return action === 'insert' || !isWithinShops ? 'is refused' : 'asks every part'
}
