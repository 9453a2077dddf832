import { allWords, findWordsIn, isExactly } from '#schema/rules/find/find-query.ts'
import type { ProductEntry } from '../projections/projection-finds.ts'
import type { Asked, RankRow } from './group-finder.ts'
import { toNameKey } from './rank-customers.ts'

/** FIND-01: by name and SKU; not what is no longer sold. */
export function createProductRanker({ plain: { products: plain }, readNear }: Asked): RankRow<ProductEntry> {
  const all = allWords(plain)
  return (entry, isNear) => {
    if (entry.isArchived || findWordsIn(isNear ? readNear().products : plain, entry) !== all) return undefined
    const match = isExactly(plain, { codes: entry.codes }) ? 'exact' : isNear ? 'near' : 'words'
    return { match, isFinished: false, at: '', sortKey: toNameKey(plain, entry.text) }
  }
}
