import { constants, setPriority } from 'node:os'
import { backUpDatabase } from '../back-up-database.ts'

/**
 * A process that makes one backup: checking a copy reads all of it, for which a server must not stand still. It tells its parent nothing but
 * an error's message, and ends with 0 when the backup stands.
 */
const [dataDir = '', file = ''] = process.argv.slice(2)
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Where it may not, the copy is made all the same.
}
// A server that died leaves nobody to make a backup for.
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
