import type { RestorableCollection } from '#schema/api/deleted.ts'
import { failureToDescription, notifyFailure, notifySuccess } from '#web/navigation/notify.ts'
import { expectOwnNews } from '#web/forms/news/own-news.ts'
import { kindLabels } from './deleted-words.ts'
import type { Device } from '#web/device/device-types.ts'
import { common } from '#web/language/common-texts.ts'
import { things } from '#web/language/thing-texts.ts'
import { t } from './deleted-texts.ts'

/** `deletion`: the one to undo; another user's deletion of the same row stays. */
export type RestoreTarget = { collection: RestorableCollection; id: string; title: string; deletion?: string | undefined }

/** 'back': the row is restored. 'later': it follows with the server's answer. 'refused': a toast has explained it. */
type RestoreResult = 'back' | 'later' | 'refused'

/** Deletes a row, with an Undo toast for exactly this deletion. */
export function prepareDeletion(device: Device, shopId: string, target: RestoreTarget) {
  let deletion: string | undefined
  return {
    run: async (): Promise<void> => {
      deletion = (await device.write(shopId, [{ action: 'delete', collection: target.collection, id: target.id }])).mutationId ?? undefined
    },
    undo: { label: common.undo(), onPress: () => void restoreRows(device, shopId, [{ ...target, deletion }]) },
  }
}

/**
 * Restores rows in one mutation; toasts name the last one. Rows missing on this device, and those deleted along, arrive
 * with the server's answer. `note`: added to the success toast.
 */
export async function restoreRows(device: Device, shopId: string, targets: readonly RestoreTarget[], note?: string): Promise<RestoreResult> {
  const main = targets.at(-1)
  if (main === undefined) return 'back'
  const noun = kindLabels[main.collection]
  expectOwnNews()
  try {
    await device.write(
      shopId,
      targets.map(({ collection, id, title, deletion }) => ({ action: 'restore', collection, id, title, deletion })),
    )
  } catch (error) {
    notifyFailure(t.restoreFailed({ noun: things.one[main.collection]() }), failureToDescription(error))
    return 'refused'
  }
  const isHere = async (): Promise<boolean> => (await device.rows.read(main.collection, main.id)) !== undefined
  const isOffline = ['offline', 'signed-out', 'outdated'].includes(device.sync.status.get().state)
  if (await isHere()) {
    notifySuccess(t.restored({ noun }), isOffline ? t.restoredOffline() : note)
    return 'back'
  }
  if (!isOffline) await device.sync.run()
  if (await isHere()) {
    notifySuccess(t.restored({ noun }), note)
    return 'back'
  }
  const { restoring } = await device.outbox.listDeletes(shopId)
  // The refusal shows its own toast.
  if (!restoring.some(({ id }) => id === main.id)) return 'refused'
  notifySuccess(t.restoredLater({ noun }), t.restoredLaterText())
  return 'later'
}
