import type { PushRequest, PushResponse } from '#schema/api/sync.ts'
import type { Mutant, Wrap } from './faults.ts'
import { type AnyFunction, nothing, wrap } from './wrap.ts'

// Types of what faults look at; no mutant may import the product, which would load it without the fault.
type StoreChange = (this: unknown, change: { bases: unknown[]; refused: unknown[]; removed: unknown[] }) => Promise<void>
type Push = (request: PushRequest, ...rest: unknown[]) => Promise<PushResponse>
type PusherOptions = { context: { api: { push: Push } } }
type PusherClass = new (options: PusherOptions) => object

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

/** Faults of the app on the device. */
export const deviceMutants: Mutant[] = [
  {
    name: 'a pulled row is not rebased',
    wraps: [
      wrap<AnyFunction>(
        'rebaseRow',
        (rebaseRow) =>
          (...[base, key, collection, mutations]: unknown[]) =>
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
    name: "a content leaves the device before the server's answer",
    snippets: [
      {
        find: "await api.put({ shopId, id }, 'content', content, closing)",
        replace: "await removePending(store, [id]); await api.put({ shopId, id }, 'content', content, closing)",
      },
    ],
  },
  {
    name: 'a content whose answer is lost counts as sent',
    snippets: [
      {
        find: "await api.put({ shopId, id }, 'content', content, closing)",
        replace: "await api.put({ shopId, id }, 'content', content, closing).catch(() => undefined)",
      },
    ],
  },
  {
    name: 'a deletion names no work of its own',
    snippets: [{ find: 'waiting.length <= ownMax && { own: waiting }', replace: 'waiting.length <= ownMax && { own: [] }' }],
  },
  {
    name: 'imported orders lose the numbers on their paper',
    snippets: [
      {
        find: 'return { mutation, effects: effects.filter(isKnownEffect), summary, titles, origin }',
        replace:
          "return { mutation: { ...mutation, ops: mutation.ops.map((op) => (op.action === 'create' ? { ...op, values: { ...op.values, number: null } } : op)) }, effects: effects.filter(isKnownEffect), summary, titles, origin }",
      },
    ],
  },
  {
    name: 'the device gives a number of its lease twice',
    snippets: [{ find: 'ranges = ranges && withoutNumber(ranges, number)', replace: 'ranges = ranges && (withoutNumber(ranges, number), ranges)' }],
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
    name: 'the device keeps a shop that was taken away',
    snippets: [{ find: 'for (const collection of collections) await removeShopRows(localState, collection, shopId)', replace: '' }],
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
    snippets: [
      {
        find: 'pusher.sumsInDoubt.leaveOut(await applyPulled(',
        replace: 'await database.saveCheckpoint(collection, toStored(reached)); pusher.sumsInDoubt.leaveOut(await applyPulled(',
      },
    ],
  },
  {
    name: 'the device forgets what was refused',
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
    name: 'what the server took is not kept',
    wraps: [wrap('keepSent', nothing)],
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
    name: 'a cancelled pair is sent after all',
    wraps: [
      wrap<StoreChange>(
        'OutboxTables.storeChange',
        (storeChange) =>
          function (this: unknown, change: Parameters<StoreChange>[0]) {
            return storeChange.call(this, change.bases.length > 0 ? change : { ...change, removed: [] })
          },
      ),
    ],
  },
  {
    name: 'a deletion in flight is taken back',
    wraps: [wrap('Outbox.wasOffered', () => () => Promise.resolve(false))],
  },
  {
    name: 'live rows are taken over a gap',
    wraps: [wrap('beginsAt', () => (_range: unknown, known: unknown) => known !== undefined)],
  },
  {
    name: 'what live rows reach is stored without them',
    snippets: [{ find: 'documents: [...ranges.values()].flatMap(({ documents }) => documents)', replace: 'documents: []' }],
  },
  {
    name: 'live rows that could not be stored count as taken',
    snippets: [
      {
        find: 'places.set(name, await storeFeedRows({ ...this.#parts, shops: this.#parts.rights }, rows))',
        replace: 'places.set(name, rows.to); await storeFeedRows({ ...this.#parts, shops: this.#parts.rights }, rows)',
      },
      { find: 'places.forget(name) throw error', replace: 'throw error' },
    ],
  },
]
