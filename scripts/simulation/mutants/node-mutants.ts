import type { Mutant } from './faults.ts'
import { nothing, wrap } from './wrap.ts'

/** Faults that only several nodes of one PostgreSQL can show. */
export const nodeMutants: readonly Mutant[] = [
  {
    name: 'places of the feed are taken without the lock of the shop',
    engine: 'postgres',
    snippets: [{ find: 'order by shop_id for no key update', replace: 'order by shop_id' }],
  },
  {
    name: 'what is decided is looked up before the shop is locked, and written whoever else decided it',
    engine: 'postgres',
    snippets: [
      { find: 'await engineOf(trx).lockShops(trx, shopIds) const { userId } = caller', replace: 'const { userId } = caller' },
      {
        find: 'const memory = new BatchMemory(trx) const [seqs',
        replace:
          'const memory = new BatchMemory(trx); const early = await Ledger.open(memory, push.mutations.map(rawToId)); await engineOf(trx).lockShops(trx, shopIds)\nconst [seqs',
      },
      { find: 'Ledger.open(memory, push.mutations.map(rawToId)),', replace: 'early,' },
      {
        find: "defineInsert('mutations', columns)",
        replace: "defineInsert('mutations', columns, (insert) => insert.onConflict((conflict) => conflict.doNothing()))",
      },
    ],
  },
  {
    name: 'nodes neither tell each other nor look',
    engine: 'postgres',
    wraps: [wrap('Notifications.tell', nothing)],
    snippets: [{ find: 'else timer = setTimeout(() => void lookOnce(), lookIn()).unref()', replace: '' }],
  },
]
