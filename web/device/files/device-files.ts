import { createStore, type Readable } from '../platform/observable.ts'
import type { FileRoom, FileRoomOptions, FilesProgress } from './file-room.ts'

/** Contents of photos, documents and signatures on this device. */
export type DeviceFiles = {
  readonly progress: Readable<FilesProgress>
  /** Its code and its database come with the first call. */
  open: () => Promise<FileRoom>
  /** Nothing is sent here: this device has no such rows, or its server takes no contents. */
  readonly isOff: boolean
}

type Options = Omit<FileRoomOptions, 'onProgress'> & { isOff: boolean; beginAfterMs: number }

export function createDeviceFiles({ isOff, beginAfterMs, ...options }: Options): DeviceFiles {
  const progress = createStore<FilesProgress>({ waiting: 0, troubled: 0, drafted: 0, isSaving: false, sendingId: null })
  let opening: Promise<FileRoom> | undefined
  const onProgress = (next: FilesProgress): void => {
    if (JSON.stringify(next) !== JSON.stringify(progress.get())) progress.set(next)
  }
  const open = (): Promise<FileRoom> => {
    opening ??= import('./file-room.ts').then(({ FileRoom }) => FileRoom.open({ ...options, onProgress }))
    // Code or storage that failed once may come the next time.
    opening.catch(() => void (opening = undefined))
    return opening
  }
  // What an earlier page left is sent without anybody looking; the first view goes before.
  if (!isOff) void options.ports.wait(beginAfterMs, options.closing).then(() => (options.closing.aborted ? undefined : open().catch(() => undefined)))
  return { progress, open, isOff }
}
