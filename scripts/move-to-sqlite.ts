import { databaseFileOf } from '#server/config.ts'
import { openFileTarget, openPostgresSource } from '#server/operations/move/ends.ts'
import { runCommand, say } from './tools/command-line.ts'
import { readMoveArguments, runMove } from './moving/run-move.ts'
import { toPlace } from './tools/postgres-commands.ts'

const usage = `Usage: npm run move-to-sqlite -- postgres://user:password@host:5432/database [--data-dir <folder>]

Moves all data of a database of PostgreSQL into a data folder without a database, checked row for row. Stop all servers first.
Without an address the one of DATABASE_URL is taken. Stopped in the middle, it goes on when it is run again.
Exit code: 0 all is there, 2 it is not; the database of PostgreSQL stays as it is.`

await runCommand(async () => {
  const { url, dataDir } = readMoveArguments(usage)
  const file = databaseFileOf(dataDir)
  say(`Moving ${toPlace(url)} to ${file}`)
  await runMove(
    () => openPostgresSource(url),
    () => openFileTarget(dataDir),
  )
  say('Start the server without DATABASE_URL.')
  say('Never start one on the database of PostgreSQL again, or what devices send goes into both.')
})
