import { Trash2 } from 'lucide-react'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { prepareDeletion, type RestoreTarget } from './restore-row.ts'
import { Link } from '#web/navigation/link.tsx'
import { restorableDays } from '#schema/rules/merge/restore.ts'
import { deletedPath } from '#web/navigation/paths.ts'
import { t } from './deleted-texts.ts'

type ToastText = { title: string; description: string }

export type DeletionTexts = { label: string; question: string; success: ToastText; failure: ToastText }

type DeleteRowProps = {
  shopId: string
  target: RestoreTarget
  texts: DeletionTexts
  isBusy: boolean
  onBusyChange: (isBusy: boolean) => void
  onDeleted: () => void
}

/** Deletes the dialog's row after a confirmation, with Undo. */
export function DeleteRow({ shopId, target, texts, isBusy, onBusyChange, onDeleted }: DeleteRowProps) {
  const device = useDevice()

  const deleteRow = async () => {
    onBusyChange(true)
    const { run, undo } = prepareDeletion(device, shopId, target)
    const outcome = await runAction({ run, success: { ...texts.success, action: undo }, failure: texts.failure })
    if (outcome.ok) onDeleted()
    else onBusyChange(false)
  }

  return (
    <>
      <ConfirmRow label={texts.label} icon={<Trash2 aria-hidden="true" />} question={texts.question} onConfirm={() => void deleteRow()} busy={isBusy} />
      <DeletedHint shopId={shopId} />
    </>
  )
}

/** Explains next to the delete button where a deletion can be undone. */
function DeletedHint({ shopId }: { shopId: string }) {
  return (
    <p className="px-3 text-sm text-muted">
      {t.canBeBroughtBack({ days: restorableDays })}{' '}
      <Link to={deletedPath(shopId)} className="-my-3 inline-block py-3 text-accent-ink underline-offset-2 hover:underline">
        {t.title()}
      </Link>
    </p>
  )
}
