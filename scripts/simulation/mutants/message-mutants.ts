import type { Mutant } from './faults.ts'
import { wrap } from './wrap.ts'

/** Faults of messages to customers. `seed`: one that finds it. */
export const messageMutants: readonly (Mutant & { seed: number })[] = [
  {
    name: 'what a dead server was handing over goes again, whatever its carrier knows',
    seed: 34,
    snippets: [{ find: 'if (due.claim === null) return undefined', replace: 'if (due.claim !== undefined) return undefined' }],
  },
  {
    name: 'a status that is past is told',
    seed: 5,
    snippets: [
      { find: 'if (order.orderStatusId !== due.orderStatusId) return toCancelled(messageTexts.statusChanged)', replace: '' },
      { find: 'entry === undefined || toStatusMessageId(due.channel, entry.id) !== due.id', replace: 'entry === undefined' },
    ],
  },
  {
    name: 'what waits goes though the customer wants no messages by now',
    seed: 20,
    snippets: [
      {
        find: 'if (customer === undefined || customer.noMessages) return toCancelled(messageTexts.wantsNone)',
        replace: 'if (customer === undefined) return toCancelled(messageTexts.wantsNone)',
      },
    ],
  },
  {
    name: 'a status that comes late is told',
    seed: 33,
    wraps: [wrap('isLate', () => () => false)],
  },
  {
    name: 'nights are not quiet',
    seed: 5,
    wraps: [wrap('toSendingTime', () => (at: Date) => at)],
  },
  {
    name: 'a status is told before it has held for a minute',
    seed: 6,
    snippets: [{ find: "(due.cause === 'status' ? holdMs : 0)", replace: '0' }],
  },
]
