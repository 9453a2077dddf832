import { stepKinds } from './plan.ts'

/** What really happened in runs, and how often: a simulation that never meets a hazard shows nothing of it. */
export type Coverage = Record<string, number>

export function addCoverage(sum: Coverage, more: Coverage): void {
  for (const [mark, count] of Object.entries(more)) sum[mark] = (sum[mark] ?? 0) + count
}

const withPrefix = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}: ${name}`)

/** Everything that the seeds of a long run together must meet. */
const requiredMarks: readonly string[] = [
  ...withPrefix('step', stepKinds),
  ...withPrefix('mutation', ['of a form left open', 'refused by the tablet itself', 'cut off by a crash', 'while offline']),
  ...withPrefix('network', ['request lost', 'answer lost', 'push doubled at once', 'push doubled later', 'slow message']),
  ...withPrefix('network', [
    'upload doubled at once',
    'upload doubled later',
    'upload cut',
    'no line',
    'silent line',
    'server away',
    'outage',
    'stream broken',
  ]),
  ...withPrefix('tablet', ['crash at a write', 'crash at rest', 'crash while opening', 'clock stepped', 'session ended', 'signed in again']),
  ...withPrefix('server', ['killed', 'died in a push', 'died in an upload', 'clock stepped']),
  ...withPrefix('server', ['backup made', 'backup put back', 'set back', 'decided mutations lost with the backup']),
  ...withPrefix('pull', ['full page', 'tombstone', 'reset']),
  'live: rows',
  'digest: compared',
  ...withPrefix('number', ['leased', 'given by a tablet']),
  ...withPrefix('push', ['sent again: same outcome', 'not taken, the server was set back', 'sent again after a set-back']),
  ...withPrefix('refused', ['its parent is gone', 'it was deleted', 'another row still points at it']),
  ...withPrefix('merge', ['replaced', 'floor', 'summed over another change', 'text of both', 'same line of both', 'yielded to what was done later']),
  ...withPrefix('effect', ['delete of a deleted row', 'cascade']),
  ...withPrefix('file', ['added', 'cut off by a crash', 'stored', 'sent again']),
]

export const missingMarks = (coverage: Coverage): string[] => requiredMarks.filter((mark) => (coverage[mark] ?? 0) === 0)

/** `seedsByMark`: in how many seeds it happened at least once. */
export function coverageToTable(coverage: Coverage, seedsByMark: Coverage): string {
  const marks = [...new Set([...requiredMarks, ...Object.keys(coverage).sort()])]
  return marks.map((mark) => `${mark.padEnd(52)} ${String(coverage[mark] ?? 0).padStart(8)} in ${String(seedsByMark[mark] ?? 0).padStart(6)} seeds`).join('\n')
}
