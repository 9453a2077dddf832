import { Users } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'

type RemoteChange<Name extends string> = { field: Name; /** 'Quoted cost is now 85' */ text: string }

/** Lists what others or another tab changed while the form is open; typed text stays. */
export function RemoteChangesNote<Name extends string>({ changes, onTake }: { changes: readonly RemoteChange<Name>[]; onTake: (field: Name) => void }) {
  return (
    <div aria-live="polite" className={changes.length === 0 ? 'sr-only' : 'w-full'}>
      {changes.length > 0 && (
        <ul className="max-h-38 overflow-y-auto overscroll-contain rounded-md bg-warn-soft py-1 pr-1 pl-3 text-warn-ink">
          {changes.map(({ field, text }) => (
            <li key={field} className="flex min-h-11 items-center gap-3">
              <Users aria-hidden="true" className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 py-1">Changed meanwhile: {text}</span>
              <Button variant="ghost" onClick={() => onTake(field)}>
                Take it
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
