import { createWriteStream, rmSync } from 'node:fs'
import { access, link, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readDataDir } from '#server/config.ts'
import { writeArchive } from '#server/commands/archive/write-archive.ts'
import { createProgress } from './import-files.ts'
import { count, openShop } from './open-shop.ts'
import { CommandError, durationToText, runCommand, say, toAbsolute, toMegabytes } from '../tools/command-line.ts'

const usage = `Usage: npm run export -- <file.zip> --shop <code> [--force] [--data-dir <folder>]

Writes everything of one shop into a zip: rows as CSV and JSON, photos and documents. The server may be running.
npm run import takes it into an empty shop. --force writes over a file of that name.
Exit code: 0 the zip is written, 2 nothing was written.`

const options = { shop: { type: 'string' }, force: { type: 'boolean', default: false }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } } as const

function readArguments() {
  const { values, positionals } = parseOrThrow()
  const [file, ...rest] = positionals
  if (values.help === true || file === undefined || rest.length > 0 || values.shop === undefined) throw new CommandError(usage)
  const namesFolder = values['data-dir'] !== undefined
  const dataDir = values['data-dir'] === undefined ? readDataDir(process.env) : toAbsolute(values['data-dir'])
  return { file: toAbsolute(file), shopCode: values.shop, isForced: values.force, namesFolder, dataDir }
}

function parseOrThrow() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** `npm run export`: the zip is renamed to its final name once complete. */
await runCommand(async () => {
  const { file, isForced, ...place } = readArguments()
  const refusal = new CommandError(`${file} is there already. Choose another name, or write over it with --force.`)
  if (!isForced && (await exists(file))) throw refusal
  const { services, shop, close } = await openShop(place)
  const partial = `${file}.partial-${process.pid}`
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(partial))
  const startedAt = performance.now()
  try {
    say(`Exporting ${shop.name}`)
    const progress = createProgress()
    const onProgress = (collection: string, rows: number): void => progress(() => `  ${count(rows)} ${collection}`)
    await pipeline(await writeArchive(services, shop.id, { withActivities: true, onProgress }), createWriteStream(partial, { mode: 0o600 }))
    if (isForced) await rename(partial, file)
    else {
      await link(partial, file).catch(() => {
        throw refusal
      })
    }
    const { size } = await stat(file)
    say(`Everything of ${shop.name} is in ${file}`)
    say(`  ${toMegabytes(size)}, in ${durationToText(performance.now() - startedAt)}`)
    say('  It holds personal data: keep it where only you can read it.')
  } finally {
    await rm(partial, { force: true })
    await close()
  }
})

function stop(partial: string): never {
  rmSync(partial, { force: true })
  process.stderr.write('Stopped. Nothing was written.\n')
  process.exit(2)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
