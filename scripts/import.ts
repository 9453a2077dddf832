import { access } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { databaseFileOf, readDatabaseUrl, readDataDir, StartError } from '#server/config.ts'
import { toErrorKind } from '#server/db/engines/error-kind.ts'
import { say, toAbsolute } from './tools/command-line.ts'
import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { findShopByCode } from '#server/queries/shops.ts'
import { ImportFileError, readLines } from '#server/operations/import/read-lines.ts'
import { runImport, type ImportSummary } from '#server/operations/import/run-import.ts'
import { openServices } from './tools/open-services.ts'

const usage = `Usage: npm run import -- <file.csv> --shop <code> [--dry-run] [--data-dir <folder>]

Imports repair orders from an Open Repair Data file or from Mainspring's own report.
Safe to run twice: what the shop has already is left alone. The server may be running.
Exit code: 0 all lines imported, 1 some lines were refused, 2 nothing could be done.`

/** The import cannot start; the message says what to do. */
class UsageError extends Error {}

const numberFormat = new Intl.NumberFormat('en-US')
const count = (value: number): string => numberFormat.format(value)

function readArguments(): { file: string; shopCode: string; isDryRun: boolean; dataDir: string; namesFolder: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { shop: { type: 'string' }, 'dry-run': { type: 'boolean', default: false }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
    })
    const [file, ...rest] = positionals
    if (values.help === true || file === undefined || rest.length > 0 || values.shop === undefined) throw new UsageError(usage)
    return {
      file,
      shopCode: values.shop,
      isDryRun: values['dry-run'],
      namesFolder: values['data-dir'] !== undefined,
      dataDir: values['data-dir'] === undefined ? readDataDir(process.env) : toAbsolute(values['data-dir']),
    }
  } catch (error) {
    if (error instanceof UsageError || error instanceof StartError) throw error
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function createProgress(): (summary: ImportSummary) => void {
  const startedAt = performance.now()
  let saidAt = startedAt
  return (summary) => {
    const now = performance.now()
    if (now - saidAt < 1_000) return
    saidAt = now
    const perSecond = Math.round((summary.read / (now - startedAt)) * 1_000)
    say(`  ${count(summary.read)} lines read, ${count(summary.created)} orders created (${count(perSecond)} lines/s)`)
  }
}

async function main(): Promise<number> {
  const { file, shopCode, isDryRun, dataDir, namesFolder } = readArguments()
  const source = toAbsolute(file)
  await access(source).catch(() => {
    throw new UsageError(`There is no file ${file}`)
  })
  const databaseUrl = readDatabaseUrl(process.env)
  if (databaseUrl === undefined) {
    await access(databaseFileOf(dataDir)).catch(() => {
      throw new UsageError(`There is no database in ${dataDir}. Start the server once (npm start), or name the folder with --data-dir.`)
    })
  } else if (namesFolder) throw new UsageError('With DATABASE_URL set there is no database in a data folder: leave --data-dir out, or DATABASE_URL.')
  const { services, close } = await openServices(dataDir, databaseUrl)
  try {
    const shop = await findShopByCode(services.reader, shopCode)
    if (shop === undefined) throw new UsageError(`There is no shop with the code ${shopCode}`)
    say(`${isDryRun ? 'Trying out' : 'Importing'} ${path.basename(source)} for ${shop.name}`)
    const lines = readLines(source, (format) => {
      say(`  format: ${format.name}`)
    })
    const summary = await runImport(lines, createImportTarget(services, shop.id), { isDryRun, onProgress: createProgress() })
    report(summary, isDryRun)
    return summary.refused.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

function report(summary: ImportSummary, isDryRun: boolean): void {
  for (const { line, reason } of summary.refused.toSorted((a, b) => a.line - b.line)) say(`  line ${line}: refused: ${reason}`)
  const created = isDryRun ? 'orders would be created' : 'orders created'
  say(
    `${count(summary.read)} lines read: ${count(summary.created)} ${created} (${count(summary.customersCreated)} customers), ` +
      `${count(summary.alreadyThere)} already there, ${count(summary.refused.length)} refused`,
  )
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ImportFileError || error instanceof StartError || toErrorKind(error) === 'away')) throw error
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
