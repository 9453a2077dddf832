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
    name: 'nodes neither tell each other nor look',
    engine: 'postgres',
    wraps: [wrap('Notifications.tell', nothing)],
    snippets: [{ find: 'else timer = setTimeout(() => void lookOnce(), lookIn()).unref()', replace: '' }],
  },
]
