import type { CollectionName } from '#schema/collections/index.ts'
import { readInTime } from '../storage/patience.ts'
import type { Readable } from '../platform/observable.ts'
import type { TroublePort } from '../platform/trouble.ts'
import { rowKey } from '../rows/rows.ts'
import type { LocalParts, WithLock } from './local-parts.ts'
import { readUnsentDeletes, type UnsentDeletes } from './unsent/unsent-deletes.ts'
import type { ImportPreview, ImportReceipt, UnsentExport } from './unsent/unsent-transfer.ts'
import type { WaitingChange, WaitingChanges } from './unsent/waiting-changes.ts'
import type { WriteListener, Writer } from './writer.ts'

export type DeviceOutbox = {
  /** In sending order. */
  readonly waiting: Readable<WaitingChange[]>
  /** True while the row has an unconfirmed change. */
  isUnsent: (collection: CollectionName, id: string) => boolean
  /** Number of this user's waiting changes. @throws AppError UNAVAILABLE when the storage does not answer */
  count: () => Promise<number>
  /** Waits, a few seconds at most, until this tab's running write of the row is stored or failed. */
  whenWritten: (id: string) => Promise<void>
  /** The shop's unconfirmed deletions and restores by this device, newest first. */
  listDeletes: (shopId: string) => Promise<UnsentDeletes>
  /** All waiting and refused changes of this user, as a file for another device. */
  exportFile: () => Promise<UnsentExport>
  /** @throws AppError VALIDATION with the file's error, FORBIDDEN for the file of another user */
  previewImport: (content: string | Blob) => Promise<ImportPreview>
  /** Imports the file's changes, all or none. @throws as previewImport; UNAVAILABLE when this device cannot store them */
  importFile: (content: string | Blob) => Promise<ImportReceipt>
}

/** Fetched with the parts of the app: nobody needs it for the first view. */
const openTransfer = () => import('./unsent/unsent-transfer.ts')

const toText = async (content: string | Blob): Promise<string> => (typeof content === 'string' ? content : content.text())

type Options = {
  local: LocalParts
  withLock: WithLock
  waiting: WaitingChanges
  writer: Writer
  /** The exporting user's login, and the server clock's lead over this device. */
  readWho: () => Promise<{ login: string; clockOffsetMs: number | null }>
  trouble: TroublePort
  listener: WriteListener & { onRefused: () => Promise<void> }
}

export function createDeviceOutbox({ local, withLock, waiting, writer, readWho, trouble, listener }: Options): DeviceOutbox {
  const { deviceId, localState, ports, store, userId } = local
  return {
    waiting: waiting.changes,
    isUnsent: (collection, id) => localState.outbox.isWaiting(rowKey(collection, id)),
    count: () => readInTime(store.outbox.count()),
    whenWritten: writer.whenWritten,
    listDeletes: (shopId) => readUnsentDeletes(localState, shopId),
    async exportFile() {
      const [who, { exportUnsent }] = await Promise.all([readWho(), openTransfer()])
      return withLock(() => exportUnsent(store, { userId, deviceId, ...who }, ports.clock()))
    },
    async previewImport(content) {
      const [text, { previewImport }] = await Promise.all([toText(content), openTransfer()])
      return withLock(() => previewImport(localState, store, userId, text))
    },
    async importFile(content) {
      const [text, { importUnsent }] = await Promise.all([toText(content), openTransfer()])
      let hasTrouble = false
      const receipt = await withLock(() =>
        importUnsent(localState, store, { userId, deviceId }, text, (problem) => {
          hasTrouble = true
          trouble.patch({ problem })
        }),
      )
      if (receipt.refused > 0) await listener.onRefused()
      if (receipt.changes > 0) {
        listener.onSendable()
        if (!hasTrouble) trouble.patch({ problem: null })
        listener.onWritten()
      }
      return receipt
    },
  }
}
