import type { PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { Mutant, Wrap } from './faults.ts'

// Types of what faults look at; no mutant may import the product, which would load it without the fault.
type Push = (request: PushRequest, ...rest: unknown[]) => Promise<PushResponse>
type PusherOptions = { context: { api: { push: Push } } }
type PusherClass = new (options: PusherOptions) => object
type StoreChange = (this: unknown, change: { refused: unknown[] }) => Promise<void>
type Merge = (input: { next: unknown }) => unknown

/** `Original`: what the product declares under the name, as far as the fault needs to know it. */
const wrap = <Original>(symbol: string, make: (original: Original) => unknown): Wrap => ({ symbol, wrap: make })

/** In place of a function that does something. */
const nothing = (): (() => undefined) => () => undefined

/** A pusher whose way to the server is another one. */
const pusherWith = (change: (push: Push) => Push): Wrap =>
  wrap<PusherClass>(
    'Pusher',
    (Pusher) =>
      class extends Pusher {
        constructor(options: PusherOptions) {
          const { api } = options.context
          super({ ...options, context: { ...options.context, api: { ...api, push: change((...input) => api.push(...input)) } } })
        }
      },
  )

/** One for each promise that the simulation is there for. */
export const mutants: readonly Mutant[] = [
  {
    name: 'push: a mutation leaves the outbox before its answer',
    wraps: [
      pusherWith(
        (push) =>
          (request, ...rest) =>
            push(request, ...rest).catch(() => ({
              serverTime: '',
              results: request.mutations.map(({ id }) => ({ id, outcome: 'applied' as const, documents: [] })),
            })),
      ),
    ],
  },
  {
    name: 'outbox order: mutations are pushed in parallel',
    wraps: [
      pusherWith((push) => async (request, ...rest) => {
        if (request.mutations.length < 2) return push(request, ...rest)
        const answers = await Promise.all(request.mutations.map((mutation) => push({ ...request, mutations: [mutation] }, ...rest)))
        const [first] = answers
        if (first === undefined) throw new Error('Nothing was pushed.')
        return answers.find(({ setBack }) => setBack !== undefined) ?? { ...first, results: answers.flatMap(({ results }) => results) }
      }),
    ],
  },
  {
    name: 'pull: a row that comes takes the place of what waits',
    wraps: [
      wrap<(...input: unknown[]) => unknown>(
        'rebaseRow',
        (rebaseRow) =>
          (...[base, key, collection, mutations]: unknown[]) =>
            rebaseRow(base, key, collection, base == null ? mutations : []),
      ),
    ],
  },
  {
    name: 'refused: the device forgets what was refused',
    wraps: [
      wrap<StoreChange>(
        'OutboxTables.storeChange',
        (storeChange) =>
          function (this: unknown, change: Parameters<StoreChange>[0]) {
            return storeChange.call(this, { ...change, refused: [] })
          },
      ),
    ],
  },
  {
    name: 'files: a content whose answer is lost counts as sent',
    snippets: [
      {
        find: "await api.put({ shopId, id }, 'content', content, closing)",
        replace: "await api.put({ shopId, id }, 'content', content, closing).catch(() => undefined)",
      },
    ],
  },
  { name: 'set-back: what the server took is not kept', wraps: [wrap('keepSent', () => async () => undefined)] },
  {
    name: 'text: the later note replaces the earlier',
    wraps: [
      wrap<Merge>(
        'mergeTextField',
        (mergeTextField) => (input: { next: unknown }) => (input.next === null ? mergeTextField(input) : { value: input.next, outcome: 'taken' }),
      ),
    ],
  },
  {
    name: 'sum: what is sent again counts again',
    wraps: [wrap('Ledger.find', nothing)],
    snippets: [{ find: "defineInsert('mutations', columns)", replace: "defineInsert('mutations', columns, (insert) => insert.orIgnore())" }],
  },
  {
    name: 'lease: the device gives a number of it twice',
    snippets: [{ find: 'ranges = ranges && withoutNumber(ranges, number)', replace: 'ranges = ranges && (withoutNumber(ranges, number), ranges)' }],
  },
  {
    name: 'feed: its numbers are taken without the lock of the shop',
    engine: 'postgres',
    snippets: [{ find: 'order by shop_id for no key update', replace: 'order by shop_id' }],
  },
]
