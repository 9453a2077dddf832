import { History } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { correctInstant } from '#web/device/platform/device-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DiscardLine } from './discard-line.tsx'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { t } from '#web/forms/forms-texts.ts'

export function DraftNote({ savedAt, onStartOver }: { savedAt: string; onStartOver: () => void }) {
  const now = useNow()
  /** Undefined until the user first presses Start over. */
  const [isAsking, setIsAsking] = useState<boolean>()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isAsking !== true) return
    event.preventDefault()
    event.stopPropagation()
    setIsAsking(false)
  }
  return (
    <div
      data-own-escape={isAsking || undefined}
      onKeyDown={onKeyDown}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-accent-ink"
    >
      <History aria-hidden="true" className="size-5 shrink-0" />
      <span role="status" className="min-w-0 flex-1">
        {t.draft({ time: formatDateTime(correctInstant(savedAt), now) })}
      </span>
      {isAsking === true ? (
        <DiscardLine onDiscard={onStartOver} onKeep={() => setIsAsking(false)} />
      ) : (
        <Button variant="ghost" autoFocus={isAsking === false} onClick={() => setIsAsking(true)}>
          {t.startOver()}
        </Button>
      )}
    </div>
  )
}
