import { ChevronDown, RotateCcw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { navigate } from '#web/navigation/navigate.ts'
import { runAction } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import type { RefusedChange } from '#web/device/outbox/refused.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useDiscardedChanges, useNotices, useRefusedChanges, useRenumbered } from '#web/device/react/use-device.ts'
import { useFilesProgress } from '#web/device/react/use-files-progress.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { nameRow, refusedToHeading } from './change-words.ts'
import { LostFilesToRead } from './lost-files-to-read.tsx'
import { NoticesToRead } from './notices-to-read.tsx'
import { RefusedChangeItem } from './refused/refused-change-item.tsx'
import { changeToMissingRow, groupRefused, type RefusedGroup } from './refused/refused-groups.ts'
import { type KnownRows, useKnownRows } from './use-change-words.ts'
import type { Renumbered } from '#web/device/numbers/renumbered.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { ReadingItem, ReadingList } from './reading-list.tsx'
import { renumberedToText } from './renumbered-text.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './attention-texts.ts'

/** Items per "show more": a lost membership may leave thousands. */
const shownStep = 30

/** The first `limit` changes, still grouped. */
function firstOfGroups(groups: readonly RefusedGroup<RefusedChange>[], limit: number): RefusedGroup<RefusedChange>[] {
  let left = limit
  return groups.flatMap((group) => {
    const changes = group.changes.slice(0, Math.max(0, left))
    left -= group.changes.length
    return changes.length === 0 ? [] : [{ ...group, changes }]
  })
}

/** Notices about the user's work, then refused changes in groups; renders nothing when both are empty. */
export function NeedsAttention({ onOpenForm }: { onOpenForm: () => void }) {
  const refused = useRefusedChanges()
  const discarded = useDiscardedChanges()
  const notices = useNotices() ?? []
  const renumbered = useRenumbered() ?? []
  const { lost } = useFilesProgress()
  const [limit, setLimit] = useState(shownStep)
  const groups = useMemo(() => groupRefused(refused), [refused])
  const shown = useMemo(() => firstOfGroups(groups, limit), [groups, limit])
  const known = useKnownRows(
    refused,
    useMemo(() => shown.flatMap(({ changes }) => changes), [shown]),
  )
  const headingRef = useRef<HTMLHeadingElement>(null)
  if (refused.length + discarded.length + notices.length + renumbered.length + lost === 0) return null
  const itemProps = {
    known,
    onOpenForm,
    onOpenOrder: (shopId: string, orderId: string) => navigate(dashboardPath({ shopId, orderId })),
    // The focused button is gone, so focus the heading.
    onDiscarded: () => headingRef.current?.focus(),
  }
  return (
    <section aria-label={t.title()} className="border-b border-line">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-3">
        <h3 ref={headingRef} tabIndex={-1} className="text-sm font-semibold text-warn-ink outline-none">
          {t.title()}
        </h3>
        {groups.length > 1 && <RetryAll changes={groups.flatMap(({ changes }) => changes)} toText={t.retryAll} />}
      </div>
      {lost > 0 && <LostFilesToRead onLeave={onOpenForm} onDismissed={() => headingRef.current?.focus()} />}
      <RenumberedToRead onLeave={onOpenForm} onDismissed={() => headingRef.current?.focus()} />
      <NoticesToRead onLeave={onOpenForm} onDismissed={() => headingRef.current?.focus()} />
      <ul>
        {shown.map((group) => (
          <li key={group.changes[0]?.id} className="not-last:border-b not-last:border-line">
            <GroupHead group={groups.find(({ changes }) => changes[0] === group.changes[0]) ?? group} known={known} />
            {group.changes.map((change, index) => (
              <div key={change.id} className={group.changes.length > 1 && (index > 0 || group.cause === undefined) ? 'ml-4 border-l-2 border-line' : undefined}>
                <RefusedChangeItem change={change} {...itemProps} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {refused.length > limit && (
        <div className="px-3 pb-2">
          <Button variant="ghost" className="px-2 text-accent-ink" onClick={() => setLimit(limit + shownStep)}>
            {t.showMore({ count: countToText(refused.length - limit) })}
          </Button>
        </div>
      )}
      <Discarded changes={discarded} />
    </section>
  )
}

/** Explains why the changes form a group, with a button that retries all in dependency order. */
function GroupHead({ group, known }: { group: RefusedGroup<RefusedChange>; known: KnownRows }) {
  const { cause, changes } = group
  if (changes.length < 2) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-2.5">
      <p className="min-w-48 flex-1 text-sm">{groupText(cause, changes, known)}</p>
      <RetryAll changes={changes} toText={t.retryThese} />
    </div>
  )
}

/** Retries changes one by one; a failed one does not stop the others. */
function RetryAll({ changes: all, toText }: { changes: readonly RefusedChange[]; toText: typeof t.retryAll }) {
  const device = useDevice()
  // Exclude deletions whose row changed since: the user must see that change first.
  const changes = all.filter(({ error }) => error.code !== 'CHANGED_SINCE')
  const [isBusy, setIsBusy] = useState(false)
  const retryAll = async (): Promise<void> => {
    setIsBusy(true)
    await runAction({
      run: async () => {
        const failures: unknown[] = []
        for (const { id } of changes) await device.refused.retry(id).catch((error: unknown) => failures.push(error))
        if (failures.length > 0) throw failures[0]
      },
      failure: changes.length === 1 ? t.retryFailed() : t.retryAllFailed(),
    })
    setIsBusy(false)
  }
  if (changes.length === 0) return null
  return (
    <Button className="px-3" busy={isBusy} onClick={() => void retryAll()}>
      <RotateCcw aria-hidden="true" />
      {toText({ count: countToText(changes.length) })}
    </Button>
  )
}

function groupText(cause: RefusedChange | undefined, changes: readonly RefusedChange[], known: KnownRows): string {
  const [first] = changes
  const missing = first && changeToMissingRow(cause ?? first)
  const name = missing && nameRow(missing.collection, known.words.rowName(missing.collection, missing.id))
  if (missing !== undefined && known.hasRow(missing)) return t.isHereNow({ name: name ?? '', count: changes.length })
  if (cause === undefined) return name === undefined ? t.needSame({ count: changes.length }) : t.needThe({ count: changes.length, name })
  return t.becauseOfFirst({ count: changes.length - 1 })
}

/** Recently discarded changes that can be restored; collapsed at first. */
function Discarded({ changes }: { changes: readonly RefusedChange[] }) {
  const device = useDevice()
  const shown = useMemo(() => changes.slice(0, shownStep), [changes])
  const { words } = useKnownRows(shown)
  if (changes.length === 0) return null
  return (
    <details className="group border-t border-line px-4 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-muted">
        {t.discardedLately({ count: countToText(changes.length) })}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="pb-2">
        {shown.map((change) => (
          <li key={change.id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">{refusedToHeading(change, words)}</span>
            <Button
              variant="ghost"
              className="px-3 text-accent-ink"
              onClick={() => void runAction({ run: () => device.refused.putBack(change.id), failure: t.putBackFailed() })}
            >
              {t.putBack()}
            </Button>
          </li>
        ))}
      </ul>
      {changes.length > shownStep && <p className="pb-3 text-muted tabular-nums">{t.andMore({ count: countToText(changes.length - shownStep) })}</p>}
    </details>
  )
}

type Props = { onLeave: () => void; onDismissed: () => void }

/** Orders whose printed number may differ from their actual one; the user dismisses them. */
function RenumberedToRead({ onLeave, onDismissed }: Props) {
  const device = useDevice()
  return (
    <ReadingList
      name={t.changedTickets()}
      items={useRenumbered() ?? []}
      toId={({ orderId }) => orderId}
      listClass="max-h-80 overflow-y-auto"
      dismiss={(orderIds) => device.numbers.renumbered.dismiss(orderIds)}
      onDismissed={onDismissed}
    >
      {(renumbered, onDismiss) => <RenumberedItem renumbered={renumbered} onLeave={onLeave} onDismiss={onDismiss} />}
    </ReadingList>
  )
}

function RenumberedItem({ renumbered, onLeave, onDismiss }: { renumbered: Renumbered; onLeave: () => void; onDismiss: () => void }) {
  const { shopId, orderId, title, isFound } = renumbered
  return (
    <ReadingItem
      title={renumberedToText(renumbered, useTicketPrefix(shopId))}
      path={dashboardPath({ shopId, orderId })}
      onLeave={onLeave}
      onDismiss={onDismiss}
    >
      {title === '' ? '' : `${title}. `}
      {isFound ? t.bothFind() : t.onlyNewFinds()}
    </ReadingItem>
  )
}
