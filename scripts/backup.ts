import { rmSync } from 'node:fs'
import { databaseFileOf, readDatabaseUrl } from '#server/config.ts'
import { backUpDatabase, partialFileOf } from '#server/operations/back-up-database.ts'
import { backUpPostgres } from '#server/operations/dumps/back-up-postgres.ts'
import { isInstalled } from '#server/operations/dumps/tools.ts'
import { sayWhatToRun, toDumpCommands, toPlace } from './tools/postgres-commands.ts'
import { type Arguments, durationToText, factsToText, readArguments, runCommand, say, toMegabytes } from './tools/command-line.ts'

const usage = `Usage: npm run backup -- <file> [--force] [--data-dir <folder>]

Copies the whole database into one file, checked before it gets its name. The server may be running.
--force writes over a file of that name.
With DATABASE_URL set it drives pg_dump of PostgreSQL, or says what to run where that is not installed (exit code 1).
Exit code: 0 the backup is made, 2 no backup was made.`

const progressEveryMs = 1_000

await runCommand(async () => {
  const args = readArguments(usage)
  const url = readDatabaseUrl(process.env)
  if (url !== undefined) return dump(url, args)
  const startedAt = performance.now()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(args.file))
  say(`Backing up ${databaseFileOf(args.dataDir)}`)
  let saidAt = startedAt
  const facts = await backUpDatabase(args, {
    onProgress({ share, totalBytes }) {
      if (performance.now() - saidAt < progressEveryMs) return
      saidAt = performance.now()
      say(`  ${Math.floor(share * 100)} % of ${toMegabytes(totalBytes)} copied`)
    },
    onCheck: () => say('  checking the copy'),
  })
  say(`Backup made: ${args.file}`)
  say(`  ${factsToText(facts)}, in ${durationToText(performance.now() - startedAt)}`)
  say('  It holds everything, personal data too: keep it where only you can read it.')
})

function stop(file: string): never {
  for (const suffix of ['', '-journal']) rmSync(partialFileOf(file) + suffix, { force: true })
  process.stderr.write('Stopped. No backup was made.\n')
  process.exit(2)
}

async function dump(url: string, { file, isForced }: Arguments): Promise<void> {
  const isMissing = (['pg_dump', 'pg_restore'] as const).some((tool) => !isInstalled(tool))
  if (isMissing) return sayWhatToRun('pg_dump and pg_restore are not', toDumpCommands(url, file))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(file))
  const startedAt = performance.now()
  say(`Backing up ${toPlace(url)}`)
  const { sizeBytes, version } = await backUpPostgres(url, file, isForced, () => say('  checking the dump'))
  say(`Backup made: ${file}`)
  say(`  ${toMegabytes(sizeBytes)}, version ${version}, in ${durationToText(performance.now() - startedAt)}`)
  say('  It holds everything, personal data too: keep it where only you can read it.')
}
