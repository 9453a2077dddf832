import { constants, setPriority } from 'node:os'
import { backUpDatabase } from '../back-up-database.ts'

/** Makes a backup in a child process, since checking it would block the server. Sends only an error message to its parent. */
const [dataDir = '', file = ''] = process.argv.slice(2)
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Lowering the priority may be forbidden; continue without.
}
// Exit when the parent dies.
const endAlone = (): never => process.exit(1)
process.once('disconnect', endAlone)
try {
  await backUpDatabase({ file, dataDir, isForced: false }, { onProgress: () => {}, onCheck: () => {} })
} catch (error) {
  process.send?.({ message: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
process.off('disconnect', endAlone)
process.disconnect()
