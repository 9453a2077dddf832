import { createStore, type Readable } from '../platform/observable.ts'
import type { Ports } from '../platform/ports.ts'
import type { FileStore } from './file-store.ts'
import type { FilesProgress } from './files-port.ts'

/** Contents of photos, documents and signatures on this device. */
export type DeviceFiles = {
  readonly progress: Readable<FilesProgress>
  /** Loads code and database on the first call. */
  open: () => Promise<FileStore>
  look: () => void
  /** Files are off: this device has no such rows, or its server takes no contents. */
  readonly isOff: boolean
}

type Options = {
  isOff: boolean
  load: (onProgress: (progress: FilesProgress) => void) => Promise<FileStore>
  wait: Ports['wait']
  closing: AbortSignal
}

export const noProgress: FilesProgress = {
  waiting: 0,
  troubled: 0,
  drafted: 0,
  isSaving: false,
  sendingId: null,
  sealed: 0,
  isSealLost: false,
  lost: 0,
  unstored: 0,
}

/** Files start after the first view has loaded. */
const beginAfterMs = 4_000

export function createDeviceFiles({ isOff, load, wait, closing }: Options): DeviceFiles {
  const progress = createStore<FilesProgress>(noProgress)
  let opening: Promise<FileStore> | undefined
  const onProgress = (next: FilesProgress): void => {
    if (JSON.stringify(next) !== JSON.stringify(progress.get())) progress.set(next)
  }
  const open = (): Promise<FileStore> => {
    opening ??= load(onProgress)
    // Retry code or storage that failed once.
    opening.catch(() => void (opening = undefined))
    return opening
  }
  // Contents left by an earlier page are sent without a view that needs them, after the first view.
  if (!isOff) void wait(beginAfterMs, closing).then(() => (closing.aborted ? undefined : open().catch(() => undefined)))
  const look = (): void => void opening?.then((room) => room.look()).catch(() => undefined)
  return { progress, open, look, isOff }
}
