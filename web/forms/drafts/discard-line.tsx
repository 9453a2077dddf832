import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/forms/forms-texts.ts'

/** Asks inline, not over the whole form, before a line with typed text is discarded. */
export function DiscardLine({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <div role="group" aria-label={t.discardQuestion()} className="flex flex-wrap items-center justify-end gap-2">
      <span role="alert" className="text-sm">
        {t.discardQuestion()}
      </span>
      <Button variant="danger" onClick={onDiscard}>
        {t.discard()}
      </Button>
      <Button autoFocus onClick={onKeep}>
        {t.keepEditing()}
      </Button>
    </div>
  )
}
