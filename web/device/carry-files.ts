import type { DeviceFiles } from './files/device-files.ts'
import type { DeviceLeaving } from './leaving/leave.ts'
import type { DeviceOutbox } from './outbox/device-outbox.ts'

/** The file of unsent work carries contents too: they come out with their changes, and go in before them, as on the device itself. */
export function carryFiles(outbox: DeviceOutbox, files: DeviceFiles): DeviceOutbox {
  if (files.isOff) return outbox
  return {
    ...outbox,
    async exportFile() {
      const { addFiles } = await import('./files/carried-files.ts')
      const exported = await outbox.exportFile()
      return { ...exported, text: addFiles(exported.text, await (await files.open()).listUnsent()) }
    },
    async importFile(text) {
      const { readFiles } = await import('./files/carried-files.ts')
      // Whose file it is, and whether it can be read, is known before anything of it is stored.
      await outbox.previewImport(text)
      await (await files.open()).takeOver(readFiles(text))
      return outbox.importFile(text)
    },
  }
}

/** Who signs out is told of files that only this device has. */
export function countFilesToo(leaving: DeviceLeaving, files: DeviceFiles): DeviceLeaving {
  if (files.isOff) return leaving
  return {
    ...leaving,
    async count() {
      const counts = await leaving.count()
      await files.open().catch(() => undefined)
      const { waiting, troubled, drafted } = files.progress.get()
      const total = waiting + troubled + drafted
      return total === 0 ? counts : { ...counts, files: total }
    },
  }
}
