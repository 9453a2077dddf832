import type { Attachment } from '#schema/collections/work/attachments.ts'
import { FileStore } from './files/file-store.ts'
import { browserNetwork, type FileRows, type FilesProgress, type NetworkPort, type WritableFile } from './files/files-port.ts'
import type { DeviceLists } from './lists/device-reads.ts'
import type { RowReader } from './lists/row-reader.ts'
import type { LocalParts } from './outbox/local-parts.ts'
import type { RefusedStore } from './outbox/refused.ts'
import type { WaitingChanges } from './outbox/unsent/waiting-changes.ts'
import type { Writer } from './outbox/writer.ts'
import type { SyncApi } from './platform/server-port.ts'
import { isFirstSyncOpen, lacksFeeds } from './recovery/first-sync.ts'
import { rowKey } from './rows/rows.ts'
import { isNotedSince } from './storage/wipe.ts'
import type { SealKeys } from './leaving/sealing.ts'
import type { BootstrapStore } from './sync/bootstrap-store.ts'
import type { ConnectionTracker } from './sync/connection.ts'
import type { Ports } from './platform/ports.ts'

const calmAfterMs = 500
/** Upper limit when changes never pause. */
const patienceMs = 5_000

/** Tells when large uploads do not slow down a user who is saving. */
export class UploadPacer {
  readonly #ports: Pick<Ports, 'monotonic' | 'wait'>
  #changedAtMs = Number.NEGATIVE_INFINITY

  constructor(ports: Pick<Ports, 'monotonic' | 'wait'>) {
    this.#ports = ports
  }

  noteChange(): void {
    this.#changedAtMs = this.#ports.monotonic()
  }

  /** Resolves once `calmAfterMs` pass without a change, or after `patienceMs`. */
  async whenCalm(signal: AbortSignal): Promise<void> {
    const { monotonic, wait } = this.#ports
    const lastMs = monotonic() + patienceMs
    for (;;) {
      const now = monotonic()
      const restMs = Math.min(this.#changedAtMs + calmAfterMs, lastMs) - now
      if (restMs <= 0 || signal.aborted) return
      await wait(restMs, signal)
    }
  }
}

type FileParts = {
  local: LocalParts
  api: SyncApi
  reader: RowReader
  writer: Writer
  refused: RefusedStore
  waiting: WaitingChanges
  connection: ConnectionTracker
  bootstrap: BootstrapStore
  keys?: SealKeys | undefined
  network?: NetworkPort | undefined
  /** The removal note as it was when the device opened. */
  removalBefore: string
}

/** Limit of unfinished orders per shop whose thumbnails are fetched ahead. */
const openOrdersMax = 200
async function listOpenOrderIds(lists: DeviceLists, shopId: string, closing: AbortSignal): Promise<string[]> {
  const query = { shopId, search: '', from: null, to: null, status: 'open', assignee: 'all', page: 1, pageSize: openOrdersMax } as const
  const list = lists.openOrders(query)
  try {
    await new Promise<void>((resolve) => {
      const look = (): void => void (list.get().state !== 'loading' && resolve())
      closing.addEventListener('abort', () => resolve())
      list.subscribe(look)
      look()
    })
    return list.get().rows.map(({ order }) => order.id)
  } finally {
    list.close()
  }
}

/** Changes of file rows do not count: the device itself writes them for pending contents. */
function noteChanges({ changes }: WaitingChanges, calm: UploadPacer): () => void {
  let newest = changes.get().at(-1)?.mutationId
  return () => {
    const last = changes.get().at(-1)
    if (last === undefined || last.mutationId === newest) return
    newest = last.mutationId
    if (last.ops.some(({ collection }) => collection !== 'attachments')) calm.noteChange()
  }
}

const toKind = (kind: string): WritableFile['facts']['kind'] => (kind === 'photo' || kind === 'signature' ? kind : 'document')

function attachmentToFile({ id, shopId, orderId, kind, signedName, signedTerms, takenAt, createdAt, ...row }: Attachment): WritableFile {
  const { fileName, mimeType, byteSize, width, height, sha256, caption, forCustomer } = row
  const signed = { ...(signedName !== null && { signedName }), ...(signedTerms !== null && { signedTerms }) }
  const facts = { fileName, mimeType, byteSize, width, height, sha256, caption, forCustomer, takenAt: takenAt ?? createdAt, ...signed }
  return { id, shopId, orderId, facts: { ...facts, kind: toKind(kind) } }
}

export function openFileRoom(parts: FileParts, onProgress: (progress: FilesProgress) => void): Promise<FileStore> {
  const { local, api, reader, writer, refused, waiting, connection, bootstrap, keys, network = browserNetwork(), removalBefore } = parts
  const { closing, localState, ports, userId } = local
  const { outbox } = localState
  const calm = new UploadPacer(ports)
  const stopNoting = waiting.changes.subscribe(noteChanges(waiting, calm))
  closing.addEventListener('abort', stopNoting)
  const rows: FileRows = {
    whenCalm: (signal) => calm.whenCalm(signal),
    isWaiting: (id) => outbox.isWaiting(rowKey('attachments', id)),
    isHere: async (id) => (await reader.rows.read('attachments', id)) !== undefined,
    isStored: async (id) => (await reader.rows.read('attachments', id))?.isStored === true,
    findUnstored: async (ids) =>
      (await reader.rows.readMany('attachments', ids)).flatMap((row) =>
        row.isStored || outbox.isWaiting(rowKey('attachments', row.id)) ? [] : [attachmentToFile(row)],
      ),
    isRefused: (id) => refused.entries().some(({ mutation }) => mutation.ops.some((op) => op.collection === 'attachments' && op.id === id)),
    discardedIds: () =>
      new Set(refused.discarded.get().flatMap(({ ops }) => ops.flatMap((op) => (op.collection === 'attachments' && op.action === 'create' ? [op.id] : [])))),
    isOrderHere: async (orderId) => (await reader.rows.read('orders', orderId)) !== undefined,
    async isComplete() {
      const known = bootstrap.bootstrap.get()
      return known !== null && !isFirstSyncOpen(ports.notes, userId) && !(await lacksFeeds(localState.database, known))
    },
    async write(files) {
      for (const [shopId, ofShop] of Map.groupBy(files, (file) => file.shopId)) {
        const ops = ofShop.map(({ id, orderId, facts }) => ({
          action: 'create' as const,
          collection: 'attachments' as const,
          id,
          values: { orderId, ...facts },
        }))
        await writer.write(shopId, ops)
      }
    },
    async listOpenOrders() {
      const places: { shopId: string; id: string }[] = []
      for (const shopId of bootstrap.shopIds() ?? []) {
        for (const orderId of await listOpenOrderIds(reader.lists, shopId, closing))
          for (const { id, kind } of await reader.rows.listOf('attachments', 'orderId', orderId)) if (kind !== 'signature') places.push({ shopId, id })
      }
      return places
    },
    subscribe(listener) {
      const stops = [
        waiting.changes.subscribe(listener),
        connection.store.subscribe(listener),
        refused.discarded.subscribe(listener),
        reader.rows.watchCollection('attachments', listener),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
  const none = (): Promise<never> => Promise.reject(new Error('This device keeps no files.'))
  return FileStore.open({
    userId,
    api: api.files ?? { put: none, get: none },
    rows,
    network,
    ports,
    openSealed: keys && (async (store) => (await import('./leaving/seal-files.ts')).openSealedFiles(store, userId, keys)),
    isRemovedOnPurpose: () => isNotedSince(ports.notes, userId, removalBefore),
    isOnline: () => connection.store.get().phase === 'online',
    closing,
    onProgress,
  })
}
