import { readFile } from 'node:fs/promises'
import { bringArchive } from '#server/commands/archive/bring-archive.ts'
import { ArchiveError } from '#server/commands/archive/open-zip.ts'
import { importTable } from '#server/commands/tables/import-table.ts'
import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { ImportFileError, readLines } from '#server/operations/import/read-lines.ts'
import { runImport, type ImportSummary } from '#server/operations/import/run-import.ts'
import { findShopProfile } from '#server/queries/shop-profiles.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#schema/errors.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { encodingToLabel, guessEncoding } from '#schema/rules/import/text-encoding.ts'
import { decodeText } from '#server/commands/tables/decode-text.ts'
import { guessDelimiter } from '#schema/rules/import/csv-lines.ts'
import { texts } from '#schema/language/compiled/tables/tables-en.ts'
import { readingToLabel } from '#schema/rules/import/import-columns.ts'
import { importFields, type ImportKind } from '#schema/rules/import/import-fields.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { CommandError, say } from '../tools/command-line.ts'
import { count, type OpenShop } from './open-shop.ts'

export function createProgress(): (say: () => string) => void {
  let saidAt = performance.now()
  return (toText) => {
    if (performance.now() - saidAt < 1_000) return
    saidAt = performance.now()
    say(toText())
  }
}

type Named = { file: string; name: string; isDryRun: boolean }

/** Open Repair Data, or our report. Returns whether every line was accepted. */
export async function importKnownFormat({ services, shop }: OpenShop, { file, isDryRun }: Named): Promise<boolean> {
  const lines = readLines(file, (format) => {
    say(`  format: ${format.name}`)
  })
  const startedAt = performance.now()
  const progress = createProgress()
  const onProgress = ({ read, created }: ImportSummary): void =>
    progress(() => {
      const perSecond = Math.round((read / (performance.now() - startedAt)) * 1_000)
      return `  ${count(read)} lines read, ${count(created)} orders created (${count(perSecond)} lines/s)`
    })
  const summary = await runImport(lines, createImportTarget(services, shop.id), { isDryRun, latest: await findLatest(services, shop.id), onProgress }).catch(
    (error: unknown) => {
      throw error instanceof ImportFileError ? new CommandError(error.message) : error
    },
  )
  for (const { line, reason } of summary.refused.toSorted((a, b) => a.line - b.line)) say(`  line ${line}: refused: ${reason}`)
  const created = isDryRun ? 'orders would be created' : 'orders created'
  say(
    `${count(summary.read)} lines read: ${count(summary.created)} ${created} (${count(summary.customersCreated)} customers), ` +
      `${count(summary.alreadyThere)} already there, ${count(summary.refused.length)} refused`,
  )
  return summary.refused.length === 0
}

/** Files with days only mean noon UTC, which may lie ahead. */
async function findLatest({ reader, clock }: Services, shopId: string): Promise<string> {
  const now = clock().toISOString()
  const noon = `${localDay(now, (await findShopProfile(reader, shopId))?.effectiveTimeZone ?? 'UTC')}T12:00:00.000Z`
  return noon > now ? noon : now
}

/** Another system's table. Returns whether every line was accepted. */
export async function importForeignTable({ services, shop }: OpenShop, kind: ImportKind, { file, isDryRun }: Named): Promise<boolean> {
  const bytes = await readFile(file)
  const encoding = guessEncoding(bytes)
  const csv = decodeText(bytes, encoding)
  const delimiter = guessDelimiter(csv)
  say(`  ${encodingToLabel(encoding, texts)}, ${texts.delimiters[delimiter]().toLowerCase()} between the cells`)
  const progress = createProgress()
  const answer = await importTable(services, null, shop.id, { kind, csv, delimiter, dryRun: isDryRun }, ({ read, created }) =>
    progress(() => `  ${count(read)} lines read, ${count(created)} ${kind} ${isDryRun ? 'would be ' : ''}created`),
  ).catch((error: unknown) => {
    throw error instanceof AppError ? new CommandError(error.message) : error
  })
  const labelByName = new Map(importFields[kind].map(({ name, label }) => [name, label]))
  const [used, unused] = [answer.columns.filter(({ field }) => field !== null), answer.columns.filter(({ field }) => field === null)]
  say(
    `  columns: ${used.map(({ header, field, reading }) => `${header} as ${labelByName.get(field ?? '') ?? ''}${reading === undefined ? '' : ` (${readingToLabel(reading, texts)})`}`).join(', ')}`,
  )
  if (unused.length > 0) say(`  left out: ${unused.map(({ header }) => header).join(', ')}`)
  for (const { text, count: lines, statusId, isKnown } of answer.statuses) {
    say(`  status: ${text} (${count(lines)}) as ${orderStatusById.get(statusId)?.statusName ?? ''}${isKnown ? '' : ', not known'}`)
  }
  if (kind !== 'products' && !used.some(({ field }) => field === 'phone' || field === 'alternatePhone' || field === 'email')) {
    say('  no phone number and no e-mail is taken from this file')
  }
  for (const { line, reason } of answer.warnings) say(`  line ${line}: in the notes: ${reason}`)
  for (const { line, reason } of answer.refused) say(`  line ${line}: refused: ${reason}`)
  say(
    `${count(answer.read)} lines read: ${count(answer.created)} ${kind} ${isDryRun ? 'would be created' : 'created'}, ` +
      `${count(answer.existing)} already there, ${count(answer.refused.length)} refused`,
  )
  return answer.refused.length === 0
}

/** A whole export into an empty shop. Returns whether every row was accepted. */
export async function importArchive({ services, shop }: OpenShop, { file }: Named): Promise<boolean> {
  const progress = createProgress()
  const brought = await bringArchive(services, shop.id, file, { onProgress: (name, rows) => progress(() => `  ${count(rows)} ${name}`) }).catch(
    (error: unknown) => {
      throw error instanceof ArchiveError ? new CommandError(error.message) : error
    },
  )
  for (const { collection, id, reason } of brought.refused) say(`  ${collection} ${id}: refused: ${reason}`)
  for (const { collection, id, reason } of brought.incomplete) say(`  ${collection} ${id}: left out: ${reason}`)
  say(
    `Export of ${brought.shop} of ${brought.exportedAt}: ${count(brought.rows)} rows and ${count(brought.files)} files imported, ` +
      `${count(brought.existing)} already there, ${count(brought.refused.length)} refused`,
  )
  if (brought.incomplete.length > 0) say('Import the file again when the refused rows are mended: what was left out is filled in where nobody changed the row.')
  return brought.refused.length === 0
}
