import { RotateCcw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { runAction } from '#web/app/notify.ts'
import { dashboardPath } from '#web/app/paths.ts'
import type { RefusedChange } from '#web/db/device-types.ts'
import { useDevice } from '#web/db/provider.tsx'
import { useDiscardedChanges, useRefusedChanges } from '#web/db/use-device.ts'
import { Button } from '#web/ui/button.tsx'
import { nameRow } from './change-words.ts'
import { RefusedChangeItem } from './refused-change-item.tsx'
import { changeToMissingRow, groupRefused, type RefusedGroup } from './refused-groups.ts'
import { type KnownRows, useKnownRows } from './use-change-words.ts'

/** The person's changes that the server refused, those that belong together in one group; nothing where there are none. */
export function NeedsAttention({ onOpenForm }: { onOpenForm: () => void }) {
  const navigate = useNavigate()
  const refused = useRefusedChanges()
  const discarded = useDiscardedChanges()
  const known = useKnownRows(refused)
  const groups = useMemo(() => groupRefused(refused), [refused])
  const headingRef = useRef<HTMLHeadingElement>(null)
  if (refused.length === 0 && discarded.length === 0) return null
  const itemProps = {
    known,
    onOpenForm,
    onOpenOrder: (shopId: string, orderId: string) => void navigate(dashboardPath({ shopId, orderId })),
    // The button that had the focus is gone.
    onDiscarded: () => headingRef.current?.focus(),
  }
  return (
    <section aria-label="Needs attention" className="border-b border-line">
      <h3 ref={headingRef} tabIndex={-1} className="px-4 pt-3 text-sm font-semibold text-warn-ink outline-none">
        Needs attention
      </h3>
      <ul>
        {groups.map((group) => (
          <li key={group.changes[0]?.id} className="not-last:border-b not-last:border-line">
            <GroupHead group={group} known={known} />
            {group.changes.map((change, index) => (
              <div key={change.id} className={group.changes.length > 1 && (index > 0 || group.cause === undefined) ? 'ml-4 border-l-2 border-line' : undefined}>
                <RefusedChangeItem change={change} {...itemProps} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      <Discarded changes={discarded} />
    </section>
  )
}

/** Says why several changes stand together, and sends them again in one press, in the order in which they need each other. */
function GroupHead({ group, known }: { group: RefusedGroup<RefusedChange>; known: KnownRows }) {
  const device = useDevice()
  const [isBusy, setIsBusy] = useState(false)
  const { cause, changes } = group
  if (changes.length < 2) return null
  const retryAll = async (): Promise<void> => {
    setIsBusy(true)
    await runAction({
      run: async () => {
        for (const { id } of changes) await device.retryRefused(id)
      },
      failure: 'These changes could not be sent again',
    })
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-2.5">
      <p className="min-w-48 flex-1 text-sm">{groupText(cause, changes, known)}</p>
      <Button className="px-3" busy={isBusy} onClick={() => void retryAll()}>
        <RotateCcw aria-hidden="true" />
        Retry all {changes.length}
      </Button>
    </div>
  )
}

function groupText(cause: RefusedChange | undefined, changes: readonly RefusedChange[], known: KnownRows): string {
  const [first] = changes
  const missing = first && changeToMissingRow(cause ?? first)
  const name = missing && nameRow(missing.collection, known.words.rowName(missing.collection, missing.id))
  if (missing !== undefined && known.hasRow(missing)) return `The ${name} is here now: these ${changes.length} changes can be sent again.`
  if (cause === undefined) return `These ${changes.length} changes need the ${name ?? 'same row'}.`
  const others = changes.length - 1
  return `${others === 1 ? 'One more change was' : `${others} more changes were`} refused because of the first one. Correct that one, then retry the rest.`
}

/** What was discarded lately, to be put back; quiet, and closed until somebody looks for it. */
function Discarded({ changes }: { changes: readonly RefusedChange[] }) {
  const device = useDevice()
  if (changes.length === 0) return null
  return (
    <details className="border-t border-line px-4 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-muted">Discarded in the last day ({changes.length})</summary>
      <ul className="pb-2">
        {changes.map(({ id, summary }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">{summary}</span>
            <Button variant="ghost" className="px-3" onClick={() => void runAction({ run: () => device.putBackRefused(id), failure: 'This change could not be put back' })}>
              Put back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
