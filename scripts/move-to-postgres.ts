import { databaseFileOf } from '#server/config.ts'
import { openFileSource, openPostgresTarget } from '#server/operations/move/ends.ts'
import { runCommand, say } from './tools/command-line.ts'
import { readMoveArguments, runMove } from './moving/run-move.ts'
import { toPlace } from './tools/postgres-commands.ts'

const usage = `Usage: npm run move-to-postgres -- postgres://user:password@host:5432/database [--data-dir <folder>]

Moves all data of the data folder into an empty database of PostgreSQL, checked row for row. Stop the server first.
Without an address the one of DATABASE_URL is taken. Stopped in the middle, it goes on when it is run again.
Exit code: 0 all is there, 2 it is not; the database of the data folder stays as it is.`

await runCommand(async () => {
  const { url, dataDir } = readMoveArguments(usage)
  const file = databaseFileOf(dataDir)
  say(`Moving ${file} to ${toPlace(url)}`)
  await runMove(
    () => openFileSource(dataDir),
    ({ db }) => openPostgresTarget(url, db),
  )
  say('Start the server with DATABASE_URL set to that address.')
  say(`Never start one with ${file} again, or what devices send goes into both: keep the file as a backup, in another folder.`)
})
