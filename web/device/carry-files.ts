import type { DeviceFiles } from './files/device-files.ts'
import type { DeviceOutbox } from './outbox/device-outbox.ts'

/** Adds file contents to the export of unsent work. On import, contents are stored before their changes, as on the device itself. */
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
      // Check owner and format before storing anything.
      await outbox.previewImport(carried.text)
      await (await files.open()).takeOver(carried.files())
      return outbox.importFile(carried.text)
    },
  }
}
