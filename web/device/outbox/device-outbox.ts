import type { CollectionName } from '#schema/collections/index.ts'
import { readInTime } from '../storage/patience.ts'
import type { Readable } from '../platform/observable.ts'
import type { TroublePort } from '../platform/trouble.ts'
import { rowKey } from '../rows/rows.ts'
import type { LocalParts, WithLock } from './local-parts.ts'
import { readUnsentDeletes, type UnsentDeletes } from './unsent/unsent-deletes.ts'
import { exportUnsent, type ImportPreview, type ImportReceipt, importUnsent, previewImport, type UnsentExport } from './unsent/unsent-transfer.ts'
import type { WaitingChange, WaitingChanges } from './unsent/waiting-changes.ts'
import type { WriteListener, Writer } from './writer.ts'

/** What this device has not handed to the server yet. */
export type DeviceOutbox = {
  /** In the order in which they are sent. */
  readonly waiting: Readable<WaitingChange[]>
  /** True while the row holds a change that the server has not confirmed. */
  isUnsent: (collection: CollectionName, id: string) => boolean
  /** Waiting changes of this user on this device. @throws AppError UNAVAILABLE when the storage does not answer */
  count: () => Promise<number>
  /** Waits, seconds at most, until what this tab began to write of the row is stored or failed. */
  whenWritten: (id: string) => Promise<void>
  /** What this device deleted or asked to bring back in the shop, not confirmed yet; newest first. */
  listDeletes: (shopId: string) => Promise<UnsentDeletes>
  /** Everything of this user that the server has not taken, waiting and refused, as a file for another device. */
  exportFile: () => Promise<UnsentExport>
  /** @throws AppError VALIDATION saying what is wrong with the file, FORBIDDEN for the file of another user */
  previewImport: (content: string | Blob) => Promise<ImportPreview>
  /** Takes the file's changes in, all of them or none. @throws as previewImport; UNAVAILABLE when this device cannot store them */
  importFile: (content: string | Blob) => Promise<ImportReceipt>
}

const toText = async (content: string | Blob): Promise<string> => (typeof content === 'string' ? content : content.text())

type Options = {
  local: LocalParts
  withLock: WithLock
  waiting: WaitingChanges
  writer: Writer
  /** Who exports: the person's own word for signing in, and how far the server's clock was ahead. */
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
      const who = await readWho()
      return withLock(() => exportUnsent(store, { userId, deviceId, ...who }, ports.clock()))
    },
    async previewImport(content) {
      const text = await toText(content)
      return withLock(() => previewImport(localState, store, userId, text))
    },
    async importFile(content) {
      const text = await toText(content)
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
