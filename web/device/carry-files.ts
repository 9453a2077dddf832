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
      return addFilesToExport(exported, (await files.open()).eachUnsent())
    },
    async previewImport(content) {
      const { readCarried } = await import('./files/carried-files.ts')
      return outbox.previewImport((await readCarried(content)).text)
    },
    async importFile(content) {
      const { readCarried } = await import('./files/carried-files.ts')
      const carried = await readCarried(content)
      // Whose file it is, and whether it can be read, is known before anything of it is stored.
      await outbox.previewImport(carried.text)
      await (await files.open()).takeOver(carried.files())
      return outbox.importFile(carried.text)
    },
  }
}
