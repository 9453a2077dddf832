import type BetterSqlite3 from 'better-sqlite3'
import { lookAgain, type ChangeSource } from '../change-source.ts'

const intervalMs = 300

/** `data_version` of the writer's connection moves only when somebody else has written. */
export const watchFile = (sqlite: BetterSqlite3.Database): ChangeSource => ({
  watch(onChange, onTrouble) {
    let version: unknown
    const look = async (): Promise<void> => {
      const now = sqlite.pragma('data_version', { simple: true })
      if (now !== version) await onChange()
      version = now
    }
    return lookAgain(look, onTrouble, () => intervalMs).stop
  },
})
