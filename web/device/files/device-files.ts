import { createStore, type Readable } from '../platform/observable.ts'
import type { Ports } from '../platform/ports.ts'
import type { FileRoom } from './file-room.ts'
import type { FilesProgress } from './files-port.ts'

/** Contents of photos, documents and signatures on this device. */
export type DeviceFiles = {
  readonly progress: Readable<FilesProgress>
  /** Its code and its database come with the first call. */
  open: () => Promise<FileRoom>
  /** Looks whether the browser removed contents under this page. */
  look: () => void
  /** Nothing is kept or sent here: this device has no such rows, or its server takes no contents. */
  readonly isOff: boolean
}

type Options = {
  isOff: boolean
  load: (onProgress: (progress: FilesProgress) => void) => Promise<FileRoom>
  wait: Ports['wait']
  closing: AbortSignal
}

/** Nothing lies here that anybody must hear of. */
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

/** Files begin when the first view is there and has what it needs. */
const beginAfterMs = 4_000

export function createDeviceFiles({ isOff, load, wait, closing }: Options): DeviceFiles {
  const progress = createStore<FilesProgress>(noProgress)
  let opening: Promise<FileRoom> | undefined
  const onProgress = (next: FilesProgress): void => {
    if (JSON.stringify(next) !== JSON.stringify(progress.get())) progress.set(next)
  }
  const open = (): Promise<FileRoom> => {
    opening ??= load(onProgress)
    // Code or storage that failed once may come the next time.
    opening.catch(() => void (opening = undefined))
    return opening
  }
  // What an earlier page left is sent without anybody looking; the first view goes before.
  if (!isOff) void wait(beginAfterMs, closing).then(() => (closing.aborted ? undefined : open().catch(() => undefined)))
  const look = (): void => void opening?.then((room) => room.look()).catch(() => undefined)
  return { progress, open, look, isOff }
}
