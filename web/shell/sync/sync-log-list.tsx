import { X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type SyncLog, type SyncLogEntry, syncLogToText } from '#web/device/sync/sync-log.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './sync-texts.ts'

export function SyncLogList({ log, onClose }: { log: SyncLog; onClose: () => void }) {
  const entries = useSyncExternalStore(log.entries.subscribe, log.entries.get)
  const [isOpen, setIsOpen] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [entries, isOpen])
  return (
    <section
      aria-label={t.log()}
      className="fixed right-2 bottom-2 z-40 flex w-[min(44rem,calc(100vw-1rem))] flex-col rounded-md border border-line bg-surface text-sm text-ink shadow-float max-sm:bottom-16"
    >
      <div className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3">
        <h2 className="mr-auto font-semibold">{t.log()}</h2>
        <CopyButton readText={() => syncLogToText(log.entries.get())}>{common.copy()}</CopyButton>
        <Button variant="ghost" className="px-2" onClick={log.clear}>
          {t.logClear()}
        </Button>
        <Button variant="ghost" className="px-2" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t.hide() : t.show()}
        </Button>
        <IconButton label={t.logClose()} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {isOpen && (
        <div
          ref={list}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached with the keyboard
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t.logEntries()}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8
          }}
          className="h-48 overflow-auto px-3 py-2 font-mono text-xs"
        >
          {entries.length === 0 ? <p className="text-muted">{t.logEmpty()}</p> : null}
          {entries.map((entry, index) => (
            <Line key={`${entry.at}/${index}`} entry={entry} />
          ))}
        </div>
      )}
    </section>
  )
}

function Line({ entry: { at, step, text, durationMs } }: { entry: SyncLogEntry }) {
  return (
    <p className="flex gap-2">
      <span className="shrink-0 tabular-nums text-muted">{at.slice(11, 23)}</span>
      <span className={cn('w-16 shrink-0', step === 'failed' && 'text-danger-ink')}>{step}</span>
      <span className="min-w-0 break-words">
        {text}
        {durationMs !== undefined && <span className="text-muted"> {t.milliseconds({ count: durationMs })}</span>}
      </span>
    </p>
  )
}
