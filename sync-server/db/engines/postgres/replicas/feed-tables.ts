import type { CompiledQuery } from 'kysely'
import { collectionNames } from '#schema/collections/index.ts'

/**
 * Tables that tell only what the feeds tell: whatever changes for a reader takes a number of a feed in the same transaction. Rights, people,
 * sessions, settings, files and the ledger are not among them: those are read where they are written.
 */
export const feedTables: ReadonlySet<string> = new Set<string>([
  ...collectionNames,
  'order_status_history',
  'employee_departures',
  'row_counts',
  'shop_feed',
  'feed_marks',
])

/** Texts of statements are few; beyond these they are looked at each time. */
const knownMax = 2_000
const knownBySql = new Map<string, boolean>()

/** Whether the statement reads, and nothing but tables of the feeds. What cannot be told is not. */
export function isOfFeeds({ sql, query }: CompiledQuery): boolean {
  const known = knownBySql.get(sql)
  if (known !== undefined) return known
  const isOf = query.kind === 'SelectQueryNode' && readsFeedTables(query)
  if (knownBySql.size < knownMax) knownBySql.set(sql, isOf)
  return isOf
}

function readsFeedTables(part: unknown): boolean {
  if (Array.isArray(part)) return part.every(readsFeedTables)
  if (!isNode(part)) return true
  switch (part.kind) {
    case 'TableNode':
      return feedTables.has(nameOf(part))
    case 'RawNode':
      return !namesTables(part) && Object.values(part).every(readsFeedTables)
    // Names a table or its alias, which stands in a `from` or `join` as well.
    case 'ReferenceNode':
    case 'ValueNode':
    case 'PrimitiveValueListNode':
      return true
    default:
      return Object.values(part).every(readsFeedTables)
  }
}

type Node = { kind: string } & Record<string, unknown>
const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'kind' in part && typeof part.kind === 'string'

/** Without a schema: tables of this program have none. */
function nameOf({ table }: Node): string {
  if (!isNode(table) || table['schema'] !== undefined || !isNode(table['identifier'])) return ''
  return String(table['identifier']['name'])
}

const namesTables = ({ sqlFragments }: Node): boolean =>
  !Array.isArray(sqlFragments) || sqlFragments.some((text) => /\b(?:from|join|table|with)\b/i.test(String(text)))
