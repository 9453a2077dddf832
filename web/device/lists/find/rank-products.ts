import { allWords, findWordsIn, isExactly } from '#schema/rules/find/find-query.ts'
import type { ProductEntry } from '../projections/projection-finds.ts'
import type { Asked, RowRanker } from './group-finder.ts'
import { toNameKey } from './rank-customers.ts'

/** FIND-01: by name and SKU; not what is no longer sold. */
export function createProductRanker({ plain: { products: plain }, readNear }: Asked): RowRanker<ProductEntry> {
  const all = allWords(plain)
  return {
    match(entry, isNear) {
      if (entry.isArchived || findWordsIn(isNear ? readNear().products : plain, entry) !== all) return undefined
      if (isExactly(plain, { codes: entry.codes })) return 'exact'
      return isNear ? 'near' : 'words'
    },
    isFinished: () => false,
    toOrder: ({ text }) => ({ at: '', sortKey: toNameKey(plain, text) }),
  }
}
