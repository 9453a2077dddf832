import { History } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from './time.ts'
import { useNow } from './use-now.ts'

/** Tells that the form holds what was typed before and not saved, and offers to begin anew. */
export function DraftNote({ savedAt, onStartOver }: { savedAt: string; onStartOver: () => void }) {
  const now = useNow()
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-accent-ink">
      <History aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">This is what you typed on {formatDateTime(savedAt, now)} and did not save.</span>
      <Button variant="ghost" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  )
}
