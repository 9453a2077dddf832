import { useEffect, useState } from 'react'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import { useClockTime } from '#web/inputs/shop-format.tsx'
import { useDevice } from '#web/device/react/provider.tsx'
import { useNotices } from '#web/device/react/use-device.ts'
import { ReadingItem, ReadingList } from './reading-list.tsx'
import type { Device } from '#web/device/device-types.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { wordNotice } from '#web/language/notice-words.ts'
import { t } from './attention-texts.ts'

const shownStep = 10
const none: readonly Notice[] = []

/** Lists what others did to this user's work; renders nothing when empty. */
export function NoticesToRead({ onLeave, onDismissed }: { onLeave: () => void; onDismissed: () => void }) {
  const toClockTime = useClockTime()
  const device = useDevice()
  const notices = useNotices() ?? none
  const [limit, setLimit] = useState(shownStep)
  const pathById = usePaths(notices)
  return (
    <ReadingList
      name={t.toRead()}
      items={notices}
      toId={({ id }) => id}
      limit={limit}
      onMore={() => setLimit(limit + shownStep)}
      dismiss={(ids) => device.notices.dismiss(ids)}
      onDismissed={onDismissed}
    >
      {(notice, onDismiss) => {
        const { title, text } = wordNotice(notice, toClockTime)
        return (
          <ReadingItem title={title} path={pathById.get(notice.id)} onLeave={onLeave} onDismiss={onDismiss}>
            {text}
          </ReadingItem>
        )
      }}
    </ReadingList>
  )
}

/** Paths of the rows that exist on this device. */
function usePaths(notices: readonly Notice[]): ReadonlyMap<string, string> {
  const device = useDevice()
  const [paths, setPaths] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isOver = false
    void readPaths(device, notices).then((read) => {
      if (!isOver) setPaths(read)
    })
    return () => {
      isOver = true
    }
  }, [device, notices])
  return paths
}

async function readPaths(device: Device, notices: readonly Notice[]): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const [collection, ofOne] of Map.groupBy(notices, (notice) => notice.collection)) {
    if (!isCollectionName(collection)) continue
    const rows = await device.rows.readMany(collection, [...new Set(ofOne.map(({ rowId }) => rowId))]).catch(() => [])
    const rowById = new Map(rows.map((row) => [row.id, row as Record<string, unknown>]))
    for (const { id, shopId, rowId } of ofOne) {
      const row = rowById.get(rowId)
      const path = row && noticeToPath(collection, shopId, rowId, row)
      if (path !== undefined) paths.set(id, path)
    }
  }
  return paths
}

/** The row's own page or that of its order; undefined without either. */
function noticeToPath(collection: CollectionName, shopId: string, rowId: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const orderId = collection === 'orders' ? rowId : row['orderId']
  if (typeof orderId === 'string') return dashboardPath({ shopId, orderId })
  switch (collection) {
    case 'customers':
      return dashboardPath({ shopId, tab: 'customers', customerId: rowId })
    case 'tasks':
      return dashboardPath({ shopId, tab: 'tasks', taskId: rowId })
    case 'products':
    case 'categories':
    case 'suppliers':
      return dashboardPath({ shopId, tab: 'inventory' })
    default:
      return undefined
  }
}
