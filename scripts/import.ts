import { access } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readDataDir, StartError } from '#server/config.ts'
import { toErrorKind } from '#server/db/engines/error-kind.ts'
import { importKinds, type ImportKind } from '#schema/rules/import/import-fields.ts'
import { importArchive, importForeignTable, importKnownFormat } from './shop-data/import-files.ts'
import { openShop } from './shop-data/open-shop.ts'
import { CommandError, say, toAbsolute } from './tools/command-line.ts'

const usage = `Usage: npm run import -- <file.csv> --shop <code> [--as customers|orders|products] [--dry-run] [--data-dir <folder>]
       npm run import -- <export.zip> --shop <code> [--data-dir <folder>]

Imports repair orders from an Open Repair Data file or from Mainspring's own report; with --as, a table of another system, whose
columns are guessed from its header line. A zip that Mainspring exported goes into an empty shop, row for row.
Safe to run twice: what the shop has already is left alone. The server may be running.
Exit code: 0 all lines imported, 1 some lines were refused, 2 nothing could be done.`

type Arguments = { file: string; shopCode: string; kind: ImportKind | undefined; isDryRun: boolean; dataDir: string; namesFolder: boolean }

const options = {
  shop: { type: 'string' },
  as: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  help: { type: 'boolean' },
} as const

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file, ...rest] = positionals
    if (values.help === true || file === undefined || rest.length > 0 || values.shop === undefined) throw new CommandError(usage)
    const kind = importKinds.find((one) => one === values.as)
    if (values.as !== undefined && kind === undefined) throw new CommandError(`--as takes customers, orders or products, and not ${values.as}\n\n${usage}`)
    if (isZip(file) && (kind !== undefined || values['dry-run'])) throw new CommandError('An exported zip goes in as a whole: leave out --as and --dry-run.')
    return {
      file,
      shopCode: values.shop,
      kind,
      isDryRun: values['dry-run'],
      namesFolder: values['data-dir'] !== undefined,
      dataDir: values['data-dir'] === undefined ? readDataDir(process.env) : toAbsolute(values['data-dir']),
    }
  } catch (error) {
    if (error instanceof CommandError || error instanceof StartError) throw error
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const isZip = (file: string): boolean => path.extname(file).toLowerCase() === '.zip'

async function main(): Promise<number> {
  const { file, kind, isDryRun, ...place } = readArguments()
  const named = { file: toAbsolute(file), name: path.basename(file), isDryRun }
  await access(named.file).catch(() => {
    throw new CommandError(`There is no file ${file}`)
  })
  const opened = await openShop(place)
  try {
    say(`${isDryRun ? 'Trying out' : 'Importing'} ${named.name} for ${opened.shop.name}`)
    const isWhole = isZip(file) ? importArchive(opened, named) : kind === undefined ? importKnownFormat(opened, named) : importForeignTable(opened, kind, named)
    return (await isWhole) ? 0 : 1
  } finally {
    await opened.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CommandError || error instanceof StartError || toErrorKind(error) === 'away')) throw error
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
