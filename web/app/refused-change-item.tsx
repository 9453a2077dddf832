import { Copy, Pencil, RotateCcw } from 'lucide-react'
import type { RefusedChange } from '#web/db/device-types.ts'
import { useDevice } from '#web/db/provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmRow } from '#web/ui/confirm-row.tsx'
import { changeToForm, changeToTypedValues, typedValuesToText } from './change-words.ts'
import { openDialog } from './dialogs.ts'
import { runAction } from './notify.ts'
import { toClockTime } from './time-words.ts'

/** A change that the server refused: what was typed, why it did not go, and what can be done (AMB-42). */
export function RefusedChangeItem({ change, onOpenForm }: { change: RefusedChange; onOpenForm: () => void }) {
  const device = useDevice()
  const values = changeToTypedValues(change.ops)
  const form = changeToForm(change.ops)
  const issues = (change.error.issues ?? []).map(({ message }) => message).filter((message) => message !== change.error.message)
  return (
    <li className="px-4 py-2.5 not-last:border-b not-last:border-line">
      <p className="font-semibold">{change.summary}</p>
      <p className="text-warn-ink">{[change.error.message, ...issues].join(' ')}</p>
      <p className="text-sm text-muted">
        Typed {toClockTime(change.at)}, refused {toClockTime(change.refusedAt)}
      </p>
      {values.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-sm bg-sunken px-3 py-2 text-sm">
          {values.map(({ label, value }, index) => (
            <div key={`${label}${index}`} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="max-h-40 overflow-y-auto whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-2 -ml-1 flex flex-wrap items-center gap-1.5">
        <Button className="px-3" onClick={() => void runAction({ run: () => device.retryRefused(change.id), failure: 'This change could not be sent again' })}>
          <RotateCcw aria-hidden="true" />
          Retry
        </Button>
        {form && (
          <Button
            className="px-3"
            onClick={() => {
              onOpenForm()
              openDialog(form)
            }}
          >
            <Pencil aria-hidden="true" />
            Open
          </Button>
        )}
        <Button className="px-3" onClick={() => void runAction({ run: () => navigator.clipboard.writeText(typedValuesToText(change.summary, values)), success: 'Copied', failure: 'Copying is not allowed here' })}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <ConfirmRow
          label="Discard"
          className="px-3"
          question="Discard what was typed?"
          yesText="Discard"
          noText="Keep"
          onConfirm={() => void runAction({ run: () => device.discardRefused(change.id), failure: 'This change could not be discarded' })}
        />
      </div>
    </li>
  )
}
