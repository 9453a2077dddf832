import type { Mutation } from '#schema/api/sync.ts'
import { type LocalState, readBases, reconcile } from '../local-state.ts'
import type { DeviceStore, OutboxEntry, RefusedEntry } from '../../storage/unsent-store.ts'
import { noteOffered } from '../../storage/offered.ts'
import { opToKey } from '../../rows/rebase.ts'
import { isQuotaError, storageFullMessage, tellingFullStorage } from '../../platform/storage-errors.ts'
import { originOf, textToUnsentFile, type UnsentMutation, type UnsentFile, unsentFileName, unsentFileToText } from './unsent-file.ts'

/**
 * `text`: JSON as described in unsent-file.ts. `files`: number of file contents in it; then `blob` is the whole file,
 * and `text` the changes alone.
 */
export type UnsentExport = { fileName: string; text: string; changes: number; refused: number; files?: number | undefined; blob?: Blob | undefined }

/** The effect of importing a file: `changes` and `refused` are new here, `alreadyHere` counts the others. */
export type ImportPreview = { exportedAt: string; deviceId: string; changes: Mutation[]; refused: number; alreadyHere: number }

export type ImportReceipt = { changes: number; refused: number; alreadyHere: number }

type NewEntry = Omit<OutboxEntry, 'position'>

/** Exports all that the server has not taken. Call it under the write lock: a half-stored mutation may still be taken back. */
export async function exportUnsent(store: DeviceStore, who: Omit<UnsentFile, 'mutations' | 'refused' | 'exportedAt'>, now: Date): Promise<UnsentExport> {
  const [mutations, refused] = await store.transaction('r', store.outbox, store.refused, () =>
    Promise.all([store.outbox.orderBy('position').toArray(), store.refused.orderBy('refusedAt').toArray()]),
  )
  // From now on another device may send them.
  await noteOffered(store, mutations.at(-1)?.position ?? 0)
  return {
    fileName: unsentFileName(who.login, now),
    text: unsentFileToText({ ...who, exportedAt: now.toISOString(), mutations, refused }),
    changes: mutations.length,
    refused: refused.length,
  }
}

type ImportPlan = { file: UnsentFile; unsents: UnsentMutation[]; refused: RefusedEntry[]; alreadyHere: number }

/** The file's new changes, in its order. @throws AppError when the file is invalid */
async function planImport({ outbox }: LocalState, store: DeviceStore, userId: string, text: string): Promise<ImportPlan> {
  const file = textToUnsentFile(text, userId)
  const known = new Set([...outbox.entries.map(({ mutation }) => mutation.id), ...(await store.refused.toCollection().primaryKeys())])
  const takeNew = (id: string): boolean => !known.has(id) && known.add(id) !== undefined
  const unsents = file.mutations.filter(({ mutation }) => takeNew(mutation.id))
  const refused = file.refused.filter(({ id }) => takeNew(id))
  return { file, unsents, refused, alreadyHere: file.mutations.length + file.refused.length - unsents.length - refused.length }
}

/** @throws AppError VALIDATION or FORBIDDEN with the file's error */
export async function previewImport(localState: LocalState, store: DeviceStore, userId: string, text: string): Promise<ImportPreview> {
  const { file, unsents, refused, alreadyHere } = await planImport(localState, store, userId, text)
  return { exportedAt: file.exportedAt, deviceId: file.deviceId, changes: unsents.map(({ mutation }) => mutation), refused: refused.length, alreadyHere }
}

/**
 * Imports a file's mutations, all or none, then shows them; after a crash the next start shows them. Mutations keep
 * their ids and times, so one sent by both devices takes effect once. Runs inside the write lock.
 * @throws AppError VALIDATION or FORBIDDEN for the file, UNAVAILABLE when this device cannot store it; nothing is
 *   changed then
 */
export async function importUnsent(
  localState: LocalState,
  store: DeviceStore,
  who: { userId: string; deviceId: string },
  text: string,
  reportProblem: (message: string) => void,
): Promise<ImportReceipt> {
  const { file, unsents, refused, alreadyHere } = await planImport(localState, store, who.userId, text)
  const entries = unsents.map((unsent) => mutationToEntry(unsent, file, who.deviceId))
  const touched = [...new Set(entries.flatMap((entry) => entry.keys))]
  await tellingFullStorage(async () => localState.outbox.appendAll(entries, await readBases(localState, touched), refused))
  try {
    await reconcile(localState, touched)
  } catch (error) {
    reportProblem(isQuotaError(error) ? storageFullMessage : 'This device could not show all imported changes yet. They are kept and are sent.')
  }
  return { changes: entries.length, refused: refused.length, alreadyHere }
}

function mutationToEntry(unsent: UnsentMutation, file: UnsentFile, ownDeviceId: string): NewEntry {
  const { mutation, effects, summary, titles } = unsent
  const origin = originOf(file, unsent)
  const keys = [...new Set([...mutation.ops.map(opToKey), ...effects.map(({ key }) => key)])]
  const bytes = new TextEncoder().encode(JSON.stringify(mutation)).length
  return { mutation, effects, summary, titles, keys, bytes, ...(origin.deviceId !== ownDeviceId && { origin }) }
}
