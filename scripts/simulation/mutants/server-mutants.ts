import type { Mutant } from './faults.ts'
import { type AnyFunction, nothing, wrap } from './wrap.ts'

type Merge = (input: { next: unknown }) => unknown

/** Faults of the server, and of the rules that it shares with devices. */
export const serverMutants: Mutant[] = [
  {
    name: 'the ledger is skipped',
    wraps: [wrap('Ledger.find', nothing)],
    snippets: [{ find: "defineInsert('mutations', columns)", replace: "defineInsert('mutations', columns, (insert) => insert.orIgnore())" }],
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
    name: 'a tombstone does not enter the feed',
    snippets: [
      {
        find: 'page.documents.push(...documents)',
        replace: 'page.documents.push(...documents.filter((document) => document._deleted !== true))',
      },
    ],
  },
  {
    name: 'a tombstone does not come with the live stream',
    snippets: [{ find: 'page.filter(({ seq = 0 }) => seq <= head)', replace: 'page.filter(({ seq = 0, _deleted }) => seq <= head && _deleted !== true)' }],
  },
  {
    name: 'the live stream brings the first of several rows alone',
    snippets: [{ find: 'if (documents.length > rowsMax) return undefined', replace: 'documents.splice(1)' }],
  },
  {
    name: 'the server does not ask for privileges',
    wraps: [wrap('canWrite', () => () => true)],
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
    name: 'stock is set instead of summed',
    wraps: [wrap<Merge>('mergeSum', (mergeSum) => (input: { next: unknown }) => (input.next === null ? mergeSum(input) : setTo(input)))],
  },
  {
    name: 'stock falls below 0',
    snippets: [{ find: "if (sum < floor) return { value: floor, outcome: 'floor' }", replace: '' }],
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
          (...[base, current, next, mayHoldNext]: unknown[]) =>
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
          (...[context, orderId, orderStatusId, seq, at]: unknown[]) =>
            // A new order's status begins with it: only a change says when it happened.
            at === undefined ? writeStatusHistory(context, orderId, orderStatusId, seq) : undefined,
      ),
    ],
  },
  {
    name: 'a deleted order leaves its payments',
    wraps: [
      wrap<AnyFunction>(
        'findPointingIds',
        (findPointingIds) =>
          (...[context, dependant, id, options]: unknown[]) =>
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
    snippets: [{ find: 'epoch !== feed.epoch || seq > feed.seq', replace: 'seq > feed.seq' }],
  },
  {
    name: 'the mark of a checkpoint is not looked at',
    snippets: [
      {
        find: 'const places = [mark === undefined ? undefined : { seq, mark }, reached, answered]',
        replace: 'const places = [mark === undefined ? undefined : undefined, reached, answered]',
      },
    ],
  },
  {
    name: 'a number that the copy of a profile gave is given again',
    snippets: [
      {
        find: '(await this.#isLeased(sender, wanted)) && (await this.#isFree(shopId, wanted))',
        replace: '(await this.#isLeased(sender, wanted))',
      },
    ],
  },
  {
    name: 'a former number no longer finds its order',
    snippets: [{ find: 'return { number, formerNumbers: [wanted] }', replace: 'return { number, formerNumbers: [] }' }],
  },
  {
    name: 'a row is stored before its content',
    snippets: [
      {
        find: 'row[column] = valueToSql(field, given[name] ?? own)',
        replace: "row[column] = valueToSql(field, given[name] ?? (name === 'isStored' ? true : own))",
      },
    ],
  },
  {
    name: 'any content is taken',
    snippets: [
      { find: "if (content.length !== row.byteSize) throw new AppError('VALIDATION', attachmentTexts.wrongSize)", replace: '' },
      { find: "if (sha256 !== row.sha256) throw new AppError('VALIDATION', attachmentTexts.wrongHash)", replace: '' },
    ],
  },
  {
    name: 'an order holds any number of files',
    snippets: [{ find: 'if (others.length >= attachmentsPerOrder) throw', replace: 'if (others.length < 0) throw' }],
  },
  {
    name: 'a lease is handed out twice',
    snippets: [{ find: '.set({ next_number: to + 1 })', replace: '.set({ next_number: from })' }],
  },
  {
    name: 'a restored database gives numbers again',
    wraps: [wrap('goOnAbove', nothing)],
  },
  {
    name: 'rows of other shops can be named',
    snippets: [{ find: 'if (row.shopId !== context.shopId) return', replace: "if (row.shopId === '') return" }],
  },
  {
    name: 'circles of categories are let in',
    snippets: [{ find: 'if (ancestor === id) throw', replace: "if (ancestor === '') throw" }],
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
    name: "a passcode stays after the order's end",
    wraps: [wrap('mayHoldPasscode', () => () => true)],
  },
  {
    name: 'a look at a passcode is not in the log',
    snippets: [{ find: "if (table.name === 'passcode_views') return noteView(context", replace: "if (table.name === 'passcodes') return noteView(context" }],
  },
  {
    name: 'what comes late for a merged customer is not followed',
    wraps: [wrap('followMerged', () => async (_context: unknown, _table: unknown, values: unknown) => values)],
  },
  {
    name: 'a merge deletes the devices',
    snippets: [
      {
        find: "dependants.filter(({ onParentDelete }) => onParentDelete !== 'keep')",
        replace: "dependants.filter(({ onParentDelete }) => onParentDelete === 'refuse')",
      },
    ],
  },
  {
    name: 'an undone merge gives nothing back',
    wraps: [wrap('takeBackMerged', nothing)],
  },
  {
    name: 'an undone merge parts devices from their orders',
    wraps: [wrap('findSharedDevices', () => async () => new Set())],
  },
  {
    name: 'what came while somebody merged two customers is lost',
    wraps: [wrap('keepLeftOut', nothing)],
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
