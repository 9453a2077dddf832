import type { RestorableCollection } from '#schema/api/deleted.ts'
import { failureToDescription, notifyFailure, notifySuccess } from '#web/navigation/notify.ts'
import { expectOwnNews } from '#web/forms/news/own-news.ts'
import { kindLabels } from './deleted-words.ts'
import type { Device } from '#web/device/device-types.ts'

/** `deletion`: the one that is undone; another one, of somebody who deleted the row too, stands. */
export type RestoreTarget = { collection: RestorableCollection; id: string; title: string; deletion?: string | undefined }

/** 'back': the row is here again. 'later': it comes when the server has answered. 'refused': a toast has said why. */
type RestoreResult = 'back' | 'later' | 'refused'

/** Deletes a row, and the Undo that a toast offers for this very deletion. */
export function prepareDeletion(device: Device, shopId: string, target: RestoreTarget) {
  let deletion: string | undefined
  return {
    run: async (): Promise<void> => {
      deletion = (await device.write(shopId, [{ action: 'delete', collection: target.collection, id: target.id }])).mutationId ?? undefined
    },
    undo: { label: 'Undo', onPress: () => void restoreRows(device, shopId, [{ ...target, deletion }]) },
  }
}

/**
 * Brings rows back in one mutation; toasts name the last of them and tell what came of it. A row that this device no longer holds
 * comes with the server's answer, and so does what went with it.
 */
export async function restoreRows(device: Device, shopId: string, targets: readonly RestoreTarget[]): Promise<RestoreResult> {
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
    notifyFailure(`Failed to restore ${noun.toLowerCase()}`, failureToDescription(error))
    return 'refused'
  }
  const isHere = async (): Promise<boolean> => (await device.rows.read(main.collection, main.id)) !== undefined
  const isOffline = ['offline', 'signed-out', 'outdated'].includes(device.sync.status.get().state)
  if (await isHere()) {
    notifySuccess(`${noun} restored`, isOffline ? 'What went with it follows when this device is connected again.' : undefined)
    return 'back'
  }
  if (!isOffline) await device.sync.run()
  if (await isHere()) {
    notifySuccess(`${noun} restored`)
    return 'back'
  }
  const { restoring } = await device.outbox.listDeletes(shopId)
  // The refusal shows itself, by its own toast.
  if (!restoring.some(({ id }) => id === main.id)) return 'refused'
  notifySuccess(`${noun} comes back later`, 'As soon as this device is connected again.')
  return 'later'
}
