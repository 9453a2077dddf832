import type { PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { Mutant, Wrap } from './faults.ts'

/** `Original`: what the product declares under the name, as far as the fault needs to know it. */
const wrap = <Original>(symbol: string, make: (original: Original) => unknown): Wrap => ({ symbol, wrap: make })

// Types of functions whose faults look at what they are given; no mutant may import the product, which would load it without the fault.
type AnyFunction = (...input: unknown[]) => unknown
type Merge = (input: { next: unknown }) => unknown
type StoreChange = (this: unknown, change: { bases: unknown[] }) => Promise<void>
type Push = (request: PushRequest, ...rest: unknown[]) => Promise<PushResponse>
type PusherOptions = { context: { api: { push: Push } } }
type PusherClass = new (options: PusherOptions) => object

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

export const mutants: Mutant[] = [
  {
    name: 'the ledger is skipped',
    wraps: [wrap('Ledger.find', nothing)],
    snippets: [{ find: "db.insertInto('mutations').values(", replace: "db.insertInto('mutations').orIgnore().values(" }],
  },
  {
    name: 'a pulled row is not rebased',
    wraps: [
      wrap<AnyFunction>(
        'rebaseRow',
        (rebaseRow) =>
          (...[base, key, collection, mutations]) =>
            rebaseRow(base, key, collection, base == null ? mutations : []),
      ),
    ],
  },
  {
    name: 'a mutation leaves the outbox before its answer',
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
    name: 'the device takes another base than was seen',
    wraps: [
      wrap<(input: { seen?: Record<string, unknown> }, row: unknown) => unknown>('toUpdateOp', (toUpdateOp) => (input: { seen?: object }, row: unknown) => {
        const seen = Object.fromEntries(Object.entries(input.seen ?? {}).filter(([, value]) => value === null))
        return toUpdateOp({ ...input, seen }, row)
      }),
    ],
  },
  {
    name: 'the server merges over the current value',
    wraps: [wrap('normalizeSeen', () => (_field: unknown, _from: unknown, current: unknown) => current)],
  },
  {
    name: 'the place in the feed outlives a rollback',
    snippets: [{ find: 'const seq = mark.get(shopId)', replace: 'const seq = mark.get(shopId) === -1 ? undefined : this.#seqByShop.get(shopId)' }],
  },
  {
    name: 'a tombstone is forgotten by the device',
    snippets: [
      {
        find: 'return { previous: stored, row: { ...storedToRow(stored), seq: incoming.seq ?? stored.seq }, isDeleted: true }',
        replace: 'return undefined',
      },
    ],
  },
  {
    name: 'a tombstone does not enter the feed',
    snippets: [
      {
        find: 'page.documents.push(...documents)',
        replace: 'page.documents.push(...documents.filter((document) => document._deleted !== true))',
      },
    ],
  },
  {
    name: 'the device keeps a shop that was taken away',
    snippets: [{ find: 'for (const collection of collections) await removeShopRows(localState, collection, shopId)', replace: '' }],
  },
  {
    name: 'the server does not ask for privileges',
    wraps: [wrap('canWrite', () => () => true)],
  },
  {
    name: 'mutations are pushed in parallel',
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
    name: 'the checkpoint is saved before its rows',
    wraps: [wrap('withNoted', () => (_checkpoint: unknown, reached: unknown) => reached)],
  },
  {
    name: 'the server does not keep what it refuses',
    wraps: [
      wrap<AnyFunction>(
        'Ledger.write',
        (write) =>
          function (this: unknown, decision: object) {
            return write.call(this, { ...decision, body: undefined })
          },
      ),
    ],
  },
  {
    name: 'the device forgets what was refused',
    wraps: [
      wrap<StoreChange>(
        'OutboxTables.storeChange',
        (storeChange) =>
          function (this: unknown, change: Parameters<StoreChange>[0]) {
            return storeChange.call(this, { ...change, ...{ refused: [] } })
          },
      ),
    ],
  },
  {
    name: 'stock is set instead of summed',
    wraps: [wrap<Merge>('mergeSum', (mergeSum) => (input: { next: unknown }) => (input.next === null ? mergeSum(input) : setTo(input)))],
  },
  {
    name: 'stock falls below 0',
    snippets: [{ find: "if (sum < 0) return { value: 0, outcome: 'floor' }", replace: '' }],
  },
  {
    name: 'the later note replaces the earlier',
    wraps: [wrap<Merge>('mergeTextField', (mergeTextField) => (input: { next: unknown }) => (input.next === null ? mergeTextField(input) : setTo(input)))],
  },
  {
    name: 'equal added lines become one',
    wraps: [
      wrap<AnyFunction>(
        'mergeText',
        (mergeText) =>
          (...[base, current, next, mayHoldNext]) =>
            mergeText(base, current, next, mayHoldNext !== false),
      ),
    ],
  },
  {
    name: 'the replaced value is not named',
    snippets: [{ find: "const isReplaced = merged.outcome === 'replaced'", replace: "const isReplaced = merged.outcome === 'floor'" }],
  },
  {
    name: 'arrival decides whatever was done later',
    wraps: [wrap('wasDoneLater', () => () => false)],
  },
  {
    name: 'nobody whose value was replaced is told',
    snippets: [
      {
        find: "kind: isYielded ? 'stood' : 'replaced', userId: mutation.userId",
        replace: "kind: isYielded ? 'stood' : 'replaced', userId: isYielded ? mutation.userId : null",
      },
    ],
  },
  {
    name: 'a change of status leaves no history',
    wraps: [
      wrap<AnyFunction>(
        'writeStatusHistory',
        (writeStatusHistory) =>
          (...[context, orderId, orderStatusId, at]) =>
            // A new order's status begins with it: only a change says when it happened.
            at === undefined ? writeStatusHistory(context, orderId, orderStatusId) : undefined,
      ),
    ],
  },
  {
    name: 'a deleted order leaves its payments',
    wraps: [
      wrap<AnyFunction>(
        'findPointingIds',
        (findPointingIds) =>
          (...[context, dependant, id, options]) =>
            options === undefined && (dependant as { collection: string }).collection === 'payments' ? [] : findPointingIds(context, dependant, id, options),
      ),
    ],
  },
  {
    name: 'a customer with orders can be deleted',
    wraps: [wrap('assertNoneRefuses', nothing)],
  },
  {
    name: 'a restored database keeps its epoch for the device',
    snippets: [{ find: 'known.epoch !== epoch || known.seq > head', replace: 'known.seq > head' }],
  },
  {
    name: 'the mark of a checkpoint is not looked at',
    snippets: [
      {
        find: 'if (mark !== undefined && !(await containsMark(trx, shopId, { seq, mark }))) return false',
        replace: 'if (mark !== undefined && seq < 0) return false',
      },
    ],
  },
  {
    name: 'what the server took is not kept',
    wraps: [wrap('keepSent', nothing)],
  },
  {
    name: 'rows of other shops can be named',
    snippets: [{ find: 'if (row.shop_id !== context.shopId) return', replace: "if (row.shop_id === '') return" }],
  },
  {
    name: 'circles of categories are let in',
    snippets: [{ find: 'if (ancestor === id) throw', replace: "if (ancestor === '') throw" }],
  },
  {
    name: "an answer without the server's mark is believed",
    snippets: [
      {
        find: 'parseServerMark(headers.get(serverMarkHeader))',
        replace: "parseServerMark(headers.get(serverMarkHeader)) ?? { protocol: 1, serverId: known?.read() ?? '' }",
      },
    ],
  },
  {
    name: "another server's answer is believed",
    snippets: [
      {
        find: 'if (knownId !== undefined && knownId !== mark.serverId && !adopts)',
        replace: "if (knownId === '' && knownId !== mark.serverId && !adopts)",
      },
    ],
  },
  {
    name: 'mutations are not applied again after a crash',
    snippets: [{ find: 'await reconcile(localState, keys)', replace: 'await Promise.resolve([localState, keys, reconcile])' }],
  },
  {
    name: 'the draft goes after the outbox row',
    wraps: [
      wrap(
        'turnDraftIntoMark',
        () => (store: { drafts: { get: (key: string) => unknown } }, form: { mutation: { draftKey: string } }) => store.drafts.get(form.mutation.draftKey),
      ),
    ],
  },
  {
    name: 'what memory held is dropped when storage was cleared',
    wraps: [wrap('assertSameLife', nothing)],
  },
  {
    name: 'a delete does not look what came since',
    wraps: [
      wrap<(...input: unknown[]) => number>(
        'seenSeqOf',
        (seenSeqOf) =>
          (...input: unknown[]) =>
            seenSeqOf(...input) + 1e9,
      ),
    ],
  },
  {
    name: 'a restore undoes any deletion',
    snippets: [{ find: 'if (deletion !== undefined) await assertUndoes', replace: "if (deletion === '') await assertUndoes" }],
  },
  {
    name: 'a cancelled pair is sent after all',
    wraps: [
      wrap<StoreChange>(
        'OutboxTables.storeChange',
        (storeChange) =>
          function (this: unknown, change: Parameters<StoreChange>[0]) {
            return storeChange.call(this, change.bases.length > 0 ? change : { ...change, ...{ removed: [] } })
          },
      ),
    ],
  },
  {
    name: 'a deletion in flight is taken back',
    wraps: [wrap('Outbox.wasOffered', () => () => Promise.resolve(false))],
  },
  {
    name: 'the time of a mutation is when it arrives',
    wraps: [
      wrap(
        'toMutationTime',
        () =>
          ({ receivedMs }: { receivedMs: number }) =>
            receivedMs,
      ),
    ],
  },
]

/** As a field that is simply set, whatever it was before. */
function setTo({ next }: { next: unknown }): { value: unknown; outcome: string } {
  return { value: next, outcome: 'taken' }
}
