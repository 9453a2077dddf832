import { Button } from '#web/ui/controls/button.tsx'

/** Asks inline, not over the whole form, before a line with typed text is discarded. */
export function DiscardLine({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <div role="group" aria-label="Discard what you typed?" className="flex flex-wrap items-center justify-end gap-2">
      <span role="alert" className="text-sm">
        Discard what you typed?
      </span>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button autoFocus onClick={onKeep}>
        Keep editing
      </Button>
    </div>
  )
}
