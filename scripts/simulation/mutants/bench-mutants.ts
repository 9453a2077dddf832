import type { Mutant } from './faults.ts'
import { nothing, wrap } from './wrap.ts'

type Line = { productId?: unknown } | undefined
type ToMoves = (before: Line, after: Line) => unknown

/** Faults of what the bench and the till do, on both sides. `seed`: one that finds it. */
export const benchMutants: readonly (Mutant & { seed: number })[] = [
  {
    name: 'a deleted line gives nothing back on the server',
    seed: 24,
    snippets: [
      {
        find: "if (table.name === 'order_lines') await moveStock(context, table, (await findOwn",
        replace: "if (table.name === 'costs') await moveStock(context, table, (await findOwn",
      },
    ],
  },
  {
    name: 'a restored line takes nothing on the server',
    seed: 24,
    snippets: [
      { find: 'await moveStock(context, table, undefined, rowToContent(table, row))', replace: 'await moveStock(context, table, undefined, undefined)' },
    ],
  },
  {
    name: 'a line that names another part leaves the former one taken',
    seed: 57,
    wraps: [
      wrap<ToMoves>(
        'toStockMoves',
        (toStockMoves) => (before: Line, after: Line) => toStockMoves(after === undefined || after.productId === before?.productId ? before : undefined, after),
      ),
    ],
  },
  {
    name: 'a line that no longer comes from stock keeps its pieces',
    seed: 40,
    snippets: [{ find: "if (line === undefined || line['fromStock'] !== true) return undefined", replace: 'if (line === undefined) return undefined' }],
  },
  {
    name: 'the server lets no line take the last part twice',
    seed: 40,
    snippets: [{ find: 'inventory_count: countBefore + delta, updated_at', replace: 'inventory_count: Math.max(0, countBefore + delta), updated_at' }],
  },
  {
    name: 'a count that lines moved has no movement',
    seed: 40,
    snippets: [{ find: "writeMovement(context, { productId, seq, countBefore, countAfter: countBefore + delta, reason: 'line', orderId })", replace: '' }],
  },
  {
    name: 'whoever counts brings back what lines took below 0',
    seed: 23,
    snippets: [{ find: 'const floor = Math.min(0, held)', replace: 'const floor = 0' }],
  },
  {
    name: 'the device moves no count',
    seed: 40,
    wraps: [wrap('movedCount', () => (product: unknown) => product)],
  },
  {
    name: 'the device forgets what waiting lines hold when others change the part',
    seed: 61,
    snippets: [{ find: 'return isLiving(draft) ? { row: movedCount(draft.row, effect.delta, at), isDeleted: false } : draft', replace: 'return draft' }],
  },
  {
    name: 'a deletion gives nothing back on the device',
    seed: 24,
    snippets: [{ find: 'of toStockMoves(toLine(before), toLine(draft))', replace: 'of isLiving(draft) ? toStockMoves(toLine(before), toLine(draft)) : []' }],
  },
  {
    name: 'a deletion that is taken back brings no line back on the device',
    seed: 39,
    snippets: [
      { find: 'await showTakenBack(path, entry.keys)', replace: "await showTakenBack(path, entry.keys.filter((key) => !key.startsWith('order_lines/')))" },
    ],
  },
  {
    name: 'money that was given back counts as paid',
    seed: 48,
    wraps: [
      wrap(
        'paymentToSigned',
        () =>
          ({ paymentAmount }: { paymentAmount: number }) =>
            paymentAmount,
      ),
    ],
  },
  {
    name: 'what was sent can be changed',
    seed: 18,
    snippets: [{ find: 'throwIssue(findEstimateIssue(before, { ...before, ...changes }))', replace: '' }],
  },
  {
    name: 'a link takes every answer that comes at the same time',
    seed: 35,
    snippets: [{ find: 'estimate === undefined || !isOpenEstimate(estimate, at)) return false', replace: 'estimate === undefined) return false' }],
  },
  {
    name: 'the version before can still be answered',
    seed: 8,
    snippets: [{ find: "const withdrawn = others.filter(({ state }) => state === 'sent')", replace: 'const withdrawn = others.filter(() => false)' }],
  },
  {
    name: 'an approved estimate leaves its order waiting',
    seed: 7,
    wraps: [wrap('followApproval', nothing)],
  },
  {
    name: 'the first of several acts is not shown',
    seed: 2,
    snippets: [{ find: 'for (const { plan } of planned) for (const [collection', replace: 'for (const { plan } of planned.slice(1)) for (const [collection' }],
  },
]
