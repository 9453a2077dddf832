import { databaseFileOf, readDatabaseUrl } from '#server/config.ts'
import { restorePostgres } from '#server/operations/dumps/restore-postgres.ts'
import { isInstalled } from '#server/operations/dumps/tools.ts'
import { sayWhatToRun, toPlace, toRestoreCommands } from './tools/postgres-commands.ts'
import { createNewId } from '#server/db/new-id.ts'
import { durationToText, factsToText, readArguments, runCommand, say, toMegabytes } from './tools/command-line.ts'
import { restoreDatabase, type Restored } from '#server/operations/restore-database.ts'

const usage = `Usage: npm run restore -- <file> [--data-dir <folder>] [--force]

Puts a backup in the place of the database, which is kept beside it. Stop the server first.
--force: also when the present database is too damaged to tell whether a server uses it.
With DATABASE_URL set it drives pg_restore and psql of PostgreSQL, or says what to install (exit code 1).
Exit code: 0 the backup is in place, 2 nothing was changed.`

const wordsOfStep = { preparing: 'preparing and checking the copy', keeping: 'keeping the present database beside it' } as const
const progressEveryMs = 1_000

await runCommand(async () => {
  const args = readArguments(usage)
  const url = readDatabaseUrl(process.env)
  if (url !== undefined) return restoreDump(url, args.file)
  const startedAt = performance.now()
  say(`Checking ${args.file}`)
  let saidAt = startedAt
  const restored = await restoreDatabase(args, {
    now: new Date(),
    newId: createNewId(),
    onStep: (step) => say(`  ${wordsOfStep[step]}`),
    onChecked: (facts) => say(`  it is whole: ${factsToText(facts)}`),
    onProgress({ share, totalBytes }) {
      if (performance.now() - saidAt < progressEveryMs) return
      saidAt = performance.now()
      say(`  ${Math.floor(share * 100)} % of ${toMegabytes(totalBytes)} copied`)
    },
  })
  const database = databaseFileOf(args.dataDir)
  say(`Restored: ${database}`)
  say(`  ${factsToText(restored.facts)}, in ${durationToText(performance.now() - startedAt)}`)
  say('  Devices fetch everything anew when they next reach the server, and send what they had not sent yet.')
  say('  Everybody has to sign in again, and programs need new API tokens.')
  sayHowToUndo(restored, database, args.dataDir)
})

function sayHowToUndo({ kept, isKeptUnusable }: Restored, database: string, dataDir: string): void {
  if (kept === undefined) return say('  There was no database before.')
  say(`  The database of before is kept as ${kept}`)
  if (isKeptUnusable) say(`To undo this, stop the server and rename that file to ${database}`)
  else say(`To undo this, stop the server and run: npm run restore -- "${kept}" --data-dir "${dataDir}"`)
}

async function restoreDump(url: string, file: string): Promise<void> {
  const isMissing = (['pg_restore', 'psql'] as const).some((tool) => !isInstalled(tool))
  if (isMissing) return sayWhatToRun('pg_restore and psql are not', toRestoreCommands(file))
  const startedAt = performance.now()
  say(`Checking ${file}`)
  const { kept } = await restorePostgres(url, file, {
    now: new Date(),
    newId: createNewId(),
    onChecked: (version) => say(`  it is a backup of version ${version}`),
  })
  say(`Restored: ${toPlace(url)}, in ${durationToText(performance.now() - startedAt)}`)
  say('  Devices fetch everything anew when they next reach the server, and send what they had not sent yet.')
  say('  Everybody has to sign in again, and programs need new API tokens.')
  if (kept === undefined) return say('  There was no database before.')
  say(`  The tables of before are kept as schema ${kept}. When you need them no more: drop schema ${kept} cascade`)
}
