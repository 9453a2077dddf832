import { countPendingFiles, filesStoreName } from '../storage/files-store-name.ts'
import { readInTime } from '../storage/patience.ts'
import { findSealKey, type LeavingDevice } from './leaving.ts'

/** Contents of files that were put away; `takeBack`: for a person who stays after all. */
export type FilesAway = { takeBack: () => Promise<void> }

export const filesStay: FilesAway = { takeBack: async () => undefined }

/**
 * Seals contents that the server lacks, before the work ends: they are large, and one that cannot be sealed must be told while the person
 * can still stay. Where nothing can be sealed they stay as they lie, like changes. Answers undefined when it fails; nothing is sealed then.
 */
export async function putFilesAway(device: LeavingDevice): Promise<FilesAway | undefined> {
  const { ports, userId } = device
  try {
    if ((await readInTime(countPendingFiles(userId))) === 0) return filesStay
    const key = await readInTime(findSealKey(device))
    if (key === undefined) return filesStay
    const { sealFilesOf } = await import('./seal-files.ts')
    const unseal = await sealFilesOf(userId, key)
    return {
      async takeBack() {
        await unseal().catch(() => undefined)
        const channel = ports.openChannel(filesStoreName(userId))
        channel.post('changed')
        channel.close()
      },
    }
  } catch {
    return undefined
  }
}
