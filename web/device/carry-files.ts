import type { DeviceFiles } from './files/device-files.ts'
import type { DeviceOutbox } from './outbox/device-outbox.ts'

/** The file of unsent work carries contents too: they come out with their changes, and go in before them, as on the device itself. */
export function carryFiles(outbox: DeviceOutbox, files: DeviceFiles): DeviceOutbox {
  if (files.isOff) return outbox
  return {
    ...outbox,
    async exportFile() {
      const { addFilesToExport } = await import('./files/carried-files.ts')
      const exported = await outbox.exportFile()
      return addFilesToExport(exported, await (await files.open()).listUnsent())
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
