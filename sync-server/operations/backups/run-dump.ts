import { backUpPostgres } from '../dumps/back-up-postgres.ts'
import { DumpError, isInstalled } from '../dumps/tools.ts'
import type { RunBackup } from './run-backup.ts'

/** Backs up PostgreSQL with pg_dump. */
export const runDumpOf =
  (url: string): RunBackup =>
  (file) => {
    const ending = new AbortController()
    const done = dump(url, file, ending.signal)
    return {
      done,
      async stop() {
        ending.abort()
        await done.catch(() => undefined)
      },
    }
  }

async function dump(url: string, file: string, signal: AbortSignal): Promise<void> {
  const missing = (['pg_dump', 'pg_restore'] as const).filter((tool) => !isInstalled(tool))
  if (missing.length > 0) throw new DumpError(`${missing.join(' and ')} of PostgreSQL must be installed where the server runs, in its version or a newer one`)
  // Not forced: a second backup within a second must not replace the first one.
  await backUpPostgres(url, file, false, () => undefined, signal)
}
