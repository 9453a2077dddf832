import type { OpInput } from '../../rows/op-input.ts'
import { opToKey } from '../../rows/rebase.ts'
import { rowKey } from '../../rows/rows.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { OutboxMirror } from '../memory/outbox-mirror.ts'

/** The waiting deletion that these ops fully undo; undefined if they do anything else, or its rows changed since. */
export function findUndoneDeletion(mirror: OutboxMirror, inputs: readonly OpInput[]): OutboxEntry | undefined {
  const restored = new Map(inputs.flatMap((input) => (input.action === 'restore' ? [[rowKey(input.collection, input.id), input.deletion] as const] : [])))
  const [first] = restored.keys()
  const entry = first === undefined || restored.size < inputs.length ? undefined : mirror.entriesOf(first).at(-1)
  if (entry === undefined || entry.mutation.ops.length !== restored.size) return undefined
  const isUndone = entry.mutation.ops.every((op) => {
    const key = opToKey(op)
    return op.action === 'delete' && restored.has(key) && (restored.get(key) ?? entry.mutation.id) === entry.mutation.id
  })
  return isUndone && entry.keys.every((key) => mirror.entriesOf(key).at(-1) === entry) ? entry : undefined
}
