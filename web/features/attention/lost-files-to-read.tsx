import { useEffect, useState } from 'react'
import type { Device } from '#web/device/device-types.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { type LostFile, useFileRoom, useLostFiles } from '#web/device/react/use-files.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { rowToTitle } from './change-words.ts'
import { ReadingItem, ReadingList } from './reading-list.tsx'
import { t } from './attention-texts.ts'

type Props = { onLeave: () => void; onDismissed: () => void }

/** Lists files whose content the browser evicted before upload and that could not be recovered; the user dismisses them. */
export function LostFilesToRead({ onLeave, onDismissed }: Props) {
  const room = useFileRoom()
  const items = useLostItems(useLostFiles(room))
  return <LostFilesList items={items} dismiss={async (ids) => room?.letGoLost(ids)} onLeave={onLeave} onDismissed={onDismissed} />
}

export type LostItem = LostFileWords & {
  id: string
  /** Path of its order, if that is on this device. */
  path: string | undefined
}

const shownStep = 30

export function LostFilesList({ items, dismiss, ...on }: Props & { items: readonly LostItem[]; dismiss: (ids: readonly string[]) => Promise<void> }) {
  const [limit, setLimit] = useState(shownStep)
  return (
    <ReadingList
      name={t.lostPhotos()}
      items={items}
      toId={({ id }) => id}
      limit={limit}
      onMore={() => setLimit(limit + shownStep)}
      dismiss={dismiss}
      onDismissed={on.onDismissed}
    >
      {(item, onDismiss) => (
        <ReadingItem title={lostToTitle(item)} path={item.path} onLeave={on.onLeave} onDismiss={onDismiss}>
          {lostToText(item)}
        </ReadingItem>
      )}
    </ReadingList>
  )
}

/** Reads titles from rows of this device, and again when those sync. */
function useLostItems(files: readonly LostFile[]): LostItem[] {
  const device = useDevice()
  const [items, setItems] = useState<LostItem[]>([])
  useEffect(() => {
    let isOver = false
    const read = (): void => void readItems(device, files).then((found) => !isOver && setItems(found))
    read()
    const stops = [device.rows.watchCollection('attachments', read), device.rows.watchCollection('orders', read)]
    return () => {
      isOver = true
      stops.forEach((stop) => stop())
    }
  }, [device, files])
  // Hide dismissed files before the next read ends.
  return items.filter(({ id }) => files.some((file) => file.id === id))
}

async function readItems({ rows }: Device, files: readonly LostFile[]): Promise<LostItem[]> {
  const found = await rows
    .readMany(
      'attachments',
      files.map(({ id }) => id),
    )
    .catch(() => [])
  const rowById = new Map(found.map((row) => [row.id, row]))
  const orderIdOf = ({ id, orderId }: LostFile): string | null => rowById.get(id)?.orderId ?? orderId
  const orders = await rows.readMany('orders', [...new Set(files.flatMap((file) => orderIdOf(file) ?? []))]).catch(() => [])
  const orderById = new Map(orders.map((order) => [order.id, order]))
  return files.map((file) => {
    const row = rowById.get(file.id)
    const order = orderById.get(orderIdOf(file) ?? '')
    return {
      id: file.id,
      kind: row?.kind ?? file.kind,
      name: file.name ?? row?.caption ?? row?.fileName ?? null,
      order: (order && rowToTitle('orders', order)) ?? null,
      isUnsaved: file.shopId !== null && orderIdOf(file) === null,
      path: order && dashboardPath({ shopId: order.shopId, orderId: order.id }),
    }
  })
}

/** A file whose content the browser evicted before upload; unknown values are null. */
type LostFileWords = { kind: string | null; name: string | null; order: string | null; isUnsaved: boolean }

/** An unknown kind counts as a photo, the most common one. */
const toKind = (kind: string | null): 'photo' | 'document' | 'signature' => (kind === 'document' || kind === 'signature' ? kind : 'photo')

/** "The crack", or 'Photo' when the name is unknown. */
export function lostToTitle({ kind, name }: LostFileWords): string {
  return name ?? t.lostTitle[toKind(kind)]()
}

export function lostToText({ kind, order, isUnsaved }: LostFileWords): string {
  const words = { thing: t.lost[toKind(kind)](), again: t.again[toKind(kind)]() }
  if (order === null) return isUnsaved ? t.lostSaved(words) : t.lostSent(words)
  return isUnsaved ? t.lostSavedOf({ ...words, order }) : t.lostSentOf({ ...words, order })
}
