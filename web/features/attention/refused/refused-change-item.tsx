import { ArchiveRestore, Copy, ExternalLink, Merge, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { Op } from '#schema/api/sync.ts'
import { readMergedIssue } from '#schema/rules/customers/merged-away.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { Link } from '#web/navigation/link.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { deletedPath } from '#web/navigation/paths.ts'
import { useClockTime } from '#web/inputs/shop-format.tsx'
import type { RefusedChange } from '#web/device/outbox/refused.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { closeToast, showToast } from '#web/ui/overlays/toast-store.ts'
import { changeToDeletedRow, changeToOwners } from '../change-owners.ts'
import { changeToParts, partsToText, refusedToHeading } from '../change-words.ts'
import { changeToFailureTitle } from '../failure-title.ts'
import { changeToOpenOrder } from '../open-order.ts'
import { refusalToReason } from './refusal-reason.ts'
import { changeToForm, formToNeededRows } from './refused-form.ts'
import { TypedParts } from './typed-parts.tsx'
import type { KnownRows } from '../use-change-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../attention-texts.ts'

const undoMs = 10_000

type RefusedChangeItemProps = {
  change: RefusedChange
  known: KnownRows
  /** Closes the panel before a dialog opens. */
  onOpenForm: () => void
  onOpenOrder: (shopId: string, orderId: string) => void
  onDiscarded: () => void
}

export function RefusedChangeItem({ change, known, onOpenForm, onOpenOrder, onDiscarded }: RefusedChangeItemProps) {
  const toClockTime = useClockTime()
  const device = useDevice()
  const shops = useBootstrap()?.shops ?? []
  const isMember = shops.some(({ id }) => id === change.shopId)
  const form = changeToForm(change)
  const canEdit = form !== undefined && isMember && formToNeededRows(form).every(known.hasRow)
  const orderId = isMember ? changeToOpenOrder(change.ops, known.hasRow) : undefined
  const heading = refusedToHeading(change, known.words)
  const belongsTo = changeToOwners(change, known.words)
  const isAnyway = change.error.code === 'CHANGED_SINCE'
  const deletedRow = isMember ? changeToDeletedRow(change) : undefined
  const parts = changeToParts(change.ops, known.words)
  const reason = refusalToReason(change, { ...known, isMember, canEdit })
  const times = t.typedAndRefused({ typed: toClockTime(change.at), refused: toClockTime(change.refusedAt) })

  const merged = isMember ? readMergedIssue(change.error.issues) : undefined
  const onSuccessor = merged && moveUpdates(change.ops, merged.id)
  const applyThere = (ops: readonly OpInput[]): Promise<unknown> =>
    runAction({
      run: async () => {
        await device.write(change.shopId, ops)
        await device.refused.discard(change.id)
      },
      success: { title: t.appliedTo({ name: merged?.name ?? '' }), description: heading },
      failure: t.applyFailed(),
    })

  const discard = async (): Promise<void> => {
    const outcome = await runAction({ run: () => device.refused.discard(change.id), failure: t.discardFailed() })
    if (!outcome.ok) return
    onDiscarded()
    const toastId = showToast({
      title: t.changeDiscarded(),
      description: heading,
      durationMs: undoMs,
      action: {
        label: common.undo(),
        onPress: () => {
          closeToast(toastId)
          void runAction({ run: () => device.refused.putBack(change.id), failure: t.putBackFailed() })
        },
      },
    })
  }
  const copy = (): Promise<unknown> =>
    runAction({
      run: () =>
        navigator.clipboard.writeText(
          partsToText(heading, [...(belongsTo === undefined ? [] : [belongsTo]), `${changeToFailureTitle(change.ops)}. ${reason.what}`, times], parts),
        ),
      success: t.copied(),
      failure: t.copyFailed(),
    })

  return (
    <article aria-label={heading} className="px-4 py-2.5">
      <p className="font-semibold wrap-anywhere">{heading}</p>
      {belongsTo !== undefined && <p className="text-sm wrap-anywhere text-muted">{belongsTo}</p>}
      <p className="text-warn-ink">{reason.what}</p>
      <p>{reason.help}</p>
      {reason.server !== undefined && <p className="text-sm text-muted">{t.serverSaid({ text: reason.server })}</p>}
      <p className="text-sm text-muted">{times}</p>
      <TypedParts parts={parts} />
      <div className="mt-2 flex flex-wrap items-center gap-1.5 max-sm:[&>button:not(:last-child)_svg]:hidden">
        {canEdit && (
          <Button
            className="px-3"
            onClick={() => {
              onOpenForm()
              openDialog({ kind: 'refused-edit', shopId: change.shopId, form })
            }}
          >
            <Pencil aria-hidden="true" />
            {common.edit()}
          </Button>
        )}
        {merged !== undefined && onSuccessor !== undefined && (
          <Button className="px-3 wrap-anywhere" onClick={() => void applyThere(onSuccessor)}>
            <Merge aria-hidden="true" />
            {t.applyTo({ name: merged.name })}
          </Button>
        )}
        {merged === undefined && (
          <Button className="px-3" onClick={() => void runAction({ run: () => device.refused.retry(change.id), failure: t.retryFailed() })}>
            {isAnyway ? <Trash2 aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
            {isAnyway ? t.deleteAnyway() : common.retry()}
          </Button>
        )}
        {orderId !== undefined && (
          <Button
            className="px-3"
            onClick={() => {
              onOpenForm()
              onOpenOrder(change.shopId, orderId)
            }}
          >
            <ExternalLink aria-hidden="true" />
            {t.openOrder()}
          </Button>
        )}
        {deletedRow !== undefined && (
          <Link to={deletedPath(change.shopId)} className={buttonClass('secondary', 'md', 'px-3')} onClick={onOpenForm}>
            <ArchiveRestore aria-hidden="true" />
            {t.recentlyDeleted()}
          </Link>
        )}
        <Button className="px-3" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {common.copy()}
        </Button>
        <Button variant="ghost" className="px-3 text-danger-ink hover:bg-danger-soft" onClick={() => void discard()}>
          <Trash2 aria-hidden="true" />
          {t.discard()}
        </Button>
      </div>
    </article>
  )
}

/** The same values for the customer who took over; undefined where the change does something else too. */
function moveUpdates(ops: readonly Op[], id: string): OpInput[] | undefined {
  const moved = ops.flatMap((op): OpInput[] =>
    op.action === 'update' && op.collection === 'customers'
      ? [{ action: 'update', collection: 'customers', id, values: Object.fromEntries(Object.entries(op.changes).map(([name, { to }]) => [name, to])) }]
      : [],
  )
  return moved.length === ops.length ? moved : undefined
}
