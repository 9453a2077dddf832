import { Trash2 } from 'lucide-react'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { DeletedHint } from './deleted-hint.tsx'
import { prepareDeletion, type RestoreTarget } from './restore-row.ts'

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

/** Deletes the row of a dialog in two steps, with an undo. */
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
