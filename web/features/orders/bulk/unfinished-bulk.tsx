import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Order } from '#schema/collections/work/orders.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { type BulkAct, readField } from './bulk-act.ts'
import type { BulkNote, BulkNotes } from './bulk-note.ts'
import { bulkLockName } from './bulk-store.ts'
import { actToText } from './bulk-words.ts'
import { readInSteps } from './orders-csv.ts'
import { useBulkNames, useBulkNotes } from './use-bulk-job.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from '../order-bulk-texts.ts'

type Unfinished = { note: BulkNote; left: readonly string[] }

/** Reports a bulk change cut off by a closed page, and selects the orders left. */
export function UnfinishedBulk({ shopId, onSelect }: { shopId: string; onSelect: (ids: readonly string[]) => void }) {
  const device = useDevice()
  const names = useBulkNames(shopId)
  const notes = useBulkNotes(shopId)
  const [found, setFound] = useState<Unfinished>()
  useEffect(() => {
    let isOver = false
    const look = async (): Promise<void> => {
      const next = await findUnfinished(notes, (ids) => readInSteps(ids, (some) => device.rows.readMany('orders', some)))
      if (!isOver) setFound(next)
    }
    void look().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [device, notes])
  if (found === undefined) return null
  const { note, left } = found
  const dismiss = (): void => {
    void notes.end(note.runId)
    setFound(undefined)
  }
  const counts = { count: note.ids.length, done: countToText(note.ids.length - left.length), left: countToText(left.length) }
  return (
    <div role="status" className="mx-4 mb-2 flex min-h-11 flex-wrap items-center gap-2 rounded-md bg-warn-soft pl-3 text-warn-ink">
      <span className="min-w-0 flex-1">
        {note.act.kind === 'delete' ? t.closedDeleting(counts) : t.closedUpdating({ ...counts, change: actToText(note.act, names) })}
      </span>
      <Button
        variant="ghost"
        onClick={() => {
          onSelect(left)
          dismiss()
        }}
      >
        {t.selectRest()}
      </Button>
      <IconButton label={t.dismiss()} icon={<X aria-hidden="true" />} onClick={dismiss} />
    </div>
  )
}

/** The first interrupted run with orders left; removes records of complete ones. */
export async function findUnfinished(notes: BulkNotes, read: (ids: readonly string[]) => Promise<Order[]>): Promise<Unfinished | undefined> {
  const running = await readRunning()
  for (const note of await notes.list()) {
    if (running.has(bulkLockName(note.runId))) continue
    const orderById = new Map((await read(note.ids)).map((order) => [order.id, order]))
    const left = note.ids.filter((id) => !isDone(note.act, orderById.get(id)))
    if (left.length > 0) return { note, left }
    await notes.end(note.runId)
  }
  return undefined
}

/** A deleted order counts as done. */
const isDone = (act: BulkAct, order: Order | undefined): boolean => order === undefined || (act.kind !== 'delete' && readField(order, act) === act.value)

async function readRunning(): Promise<ReadonlySet<string>> {
  const locks: LockManager | undefined = navigator.locks
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => name ?? []))
}
