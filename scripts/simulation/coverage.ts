import { stepKinds } from './plan.ts'

/** What really happened in runs, and how often: a simulation that never meets a hazard shows nothing of it. */
export type Coverage = Record<string, number>

export function addCoverage(sum: Coverage, more: Coverage): void {
  for (const [mark, count] of Object.entries(more)) sum[mark] = (sum[mark] ?? 0) + count
}

const withPrefix = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}: ${name}`)

/** Steps that change no row; they count as done by what they do on the tablet. */
const quietSteps: readonly string[] = ['open-form', 'discard', 'photo']
/** Steps that only some dozens of seeds come to. */
const rareSteps: readonly string[] = ['withdraw-estimate', 'delete-estimate', 'answer-failed', 'delete-message']

/** Everything that the seeds of `npm test` together must meet. */
const requiredMarks: readonly string[] = [
  ...withPrefix(
    'mutation written',
    stepKinds.filter((kind) => ![...quietSteps, ...rareSteps].includes(kind)),
  ),
  ...withPrefix('mutation done', quietSteps),
  ...withPrefix('mutation', [
    'of a form left open',
    'refused by the tablet itself',
    'cut off by a crash',
    'while offline',
    'form offered after a crash',
    'form stored before a crash',
  ]),
  ...withPrefix('network', [
    'request lost',
    'answer lost',
    'push doubled at once',
    'push doubled later',
    'slow message',
    'upload doubled at once',
    'upload doubled later',
    'upload cut',
    'no line',
    'silent line',
    'server away',
    'outage',
    'stream broken',
    'imitated answer',
    'answer of another server',
  ]),
  ...withPrefix('tablet', [
    'crash at a write',
    'crash at rest',
    'crash while opening',
    'storage full',
    'storage cleared',
    'storage cleared with mutations waiting',
    'clock stepped',
    'session ended',
    'signed in again',
    'profile copied',
    'unsent work imported',
    'unsent work imported with files',
    'unsent work imported again',
    'user changed, all wiped',
    'user changed, work left',
  ]),
  ...withPrefix('server', [
    'killed',
    'died in a push',
    'died in an upload',
    'no room for a content',
    'clock stepped',
    'backup made',
    'backup put back',
    'set back',
    'decided mutations lost with the backup',
  ]),
  ...withPrefix('access', ['privilege taken', 'privilege given', 'shop taken', 'shop given']),
  ...withPrefix('pull', ['full page', 'tombstone', 'reset', 'gone', 'from the start']),
  ...withPrefix('live', ['rows']),
  ...withPrefix('digest', ['compared']),
  ...withPrefix('number', ['leased', 'given by a tablet', 'given by a tablet and its copy', 'another than was sent']),
  ...withPrefix('push', [
    'several mutations',
    'taken',
    'refused',
    'sent again: same outcome',
    'refused among taken ones',
    'retry taken',
    'three hops of one order at once',
    'not taken, the server was set back',
    'sent again after a set-back: taken',
  ]),
  ...withPrefix('refused', [
    'not a member',
    'it does not parse',
    'no such row',
    'leads nowhere',
    'it was deleted',
    'a circle of categories',
    'delete_order is missing',
    'delete_customer is missing',
    'nobody may',
    'still points at it',
    'not by this way',
    'somebody else wrote it since',
    'another deletion holds it',
    'the order holds all that it can',
    'its state is another one by now',
  ]),
  ...withPrefix('merge', [
    'replaced',
    'floor',
    'stock summed over another change',
    'text of both',
    'same line of both',
    'same value of both',
    'yielded to what was done later',
  ]),
  ...withPrefix('effect', [
    'tick of a ticked item',
    'tick again',
    'delete of a deleted row',
    'cascade',
    'restore with what went along',
    'a deletion that never left is taken back',
    'told of a deletion that took work along',
    'status history',
    'look at a passcode',
    'passcode gone with the end of its order',
    'customers merged',
    'a merge is undone',
    'late work for a customer who was merged away',
    'what a merge had left out is noted',
  ]),
  ...withPrefix('stock', ['taken by a line', 'given back by a line', 'taken below 0', 'counted where lines took it below 0', 'a count looked at that waits']),
  ...withPrefix('estimate', ['sent', 'not sent', 'answered by its link', 'a link that is not open', 'its order goes on']),
  ...withPrefix('message', [
    'made of a status',
    'handed over',
    'sent',
    'tried again',
    'waited for the morning',
    'cancelled, its status is past',
    'cancelled, its customer wants none',
    'failed, its server died',
    'failed, nobody knows',
    'failed, refused',
    'a server died in a round',
    'handed over, and its server died before it noted that',
    'handed over again after a server died',
    'not made, its status came late',
    'waits in a backup that is put back',
  ]),
  ...withPrefix('file', ['added', 'cut off by a crash or refused', 'stored', 'sent again']),
  ...withPrefix('other', ['REST taken', 'REST refused', 'rogue refused', 'rogue content refused']),
]

/** What one seed in thirty meets, or fewer: a long run alone is sure to. */
const rareMarks: ReadonlySet<string> = new Set([
  'message: tried again',
  'message: failed, refused',
  'message: handed over again after a server died',
  'message: not made, its status came late',
  'message: waits in a backup that is put back',
  'mutation written: edit-device',
  'tablet: unsent work imported again',
  'refused: the order holds all that it can',
  'tablet: unsent work imported',
  'effect: told of a deletion that took work along',
  'effect: what a merge had left out is noted',
])

/** `withRare`: of a run that is long enough to meet everything. */
export const missingMarks = (coverage: Coverage, { withRare }: { withRare: boolean } = { withRare: true }): string[] =>
  requiredMarks.filter((mark) => (coverage[mark] ?? 0) === 0 && (withRare || !rareMarks.has(mark)))

/** `seedsByMark`: in how many seeds it happened at least once. */
export function coverageToTable(coverage: Coverage, seedsByMark: Coverage): string {
  const marks = [...new Set([...requiredMarks, ...Object.keys(coverage).sort()])]
  return marks.map((mark) => `${mark.padEnd(52)} ${String(coverage[mark] ?? 0).padStart(8)} in ${String(seedsByMark[mark] ?? 0).padStart(6)} seeds`).join('\n')
}
