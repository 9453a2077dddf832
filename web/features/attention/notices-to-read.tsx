import { Check, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { isCollectionName } from '#schema/collections/index.ts'
import { noticeToText, noticeToTitle, type Notice } from '#schema/rules/merge/notices.ts'
import { runAction } from '#web/navigation/notify.ts'
import { toClockTime } from '#web/inputs/time/time-words.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useNotices } from '#web/device/react/use-device.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { noticeToPath } from './notice-path.ts'
import type { Device } from '#web/device/device-types.ts'

const shownStep = 10

/** What others did to this person's work: to be read, and taken off the list. Nothing where there is nothing to read. */
export function NoticesToRead({ onLeave, onDismissed }: { onLeave: () => void; onDismissed: () => void }) {
  const device = useDevice()
  const notices = useNotices()
  const [limit, setLimit] = useState(shownStep)
  const pathById = usePaths(notices)
  const dismiss = async (ids: readonly string[]): Promise<void> => {
    const { ok } = await runAction({ run: () => device.notices.dismiss(ids), failure: 'This could not be taken off the list' })
    if (ok) onDismissed()
  }
  if (notices.length === 0) return null
  return (
    <div className="border-b border-line pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4">
        <h4 className="min-h-11 content-center text-sm text-muted">To read ({notices.length.toLocaleString('en-US')})</h4>
        {notices.length > 1 && (
          <Button variant="ghost" className="px-2 text-accent-ink" onClick={() => void dismiss(notices.map(({ id }) => id))}>
            Dismiss all
          </Button>
        )}
      </div>
      <ul aria-label="To read">
        {notices.slice(0, limit).map((notice) => (
          <li key={notice.id} className="not-last:border-b not-last:border-line">
            <NoticeItem notice={notice} path={pathById.get(notice.id)} onLeave={onLeave} onDismiss={() => void dismiss([notice.id])} />
          </li>
        ))}
      </ul>
      {notices.length > limit && (
        <Button variant="ghost" className="mx-3 px-2 text-accent-ink" onClick={() => setLimit(limit + shownStep)}>
          Show more ({(notices.length - limit).toLocaleString('en-US')})
        </Button>
      )}
    </div>
  )
}

function NoticeItem({ notice, path, onLeave, onDismiss }: { notice: Notice; path: string | undefined; onLeave: () => void; onDismiss: () => void }) {
  const title = noticeToTitle(notice)
  return (
    <article aria-label={title} className="px-4 py-2.5">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p className="wrap-anywhere">{noticeToText(notice, toClockTime)}</p>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {path !== undefined && (
          <Link to={path} className={buttonClass('secondary', 'md', 'px-3')} onClick={onLeave}>
            Open
            <ChevronRight aria-hidden="true" />
          </Link>
        )}
        <Button variant="ghost" className="px-3" onClick={onDismiss}>
          <Check aria-hidden="true" />
          Got it
        </Button>
      </div>
    </article>
  )
}

/** Where the rows can be opened that live on this device. */
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
