import { parseArgs } from 'node:util'
import { readDatabaseUrl, readDataDir } from '#server/config.ts'
import type { End, Target } from '#server/operations/move/ends.ts'
import { moveDatabase } from '#server/operations/move/move-database.ts'
import { CommandError, durationToText, say, toAbsolute } from '../tools/command-line.ts'

const numberFormat = new Intl.NumberFormat('en-US')
const count = (value: number): string => numberFormat.format(value)
const progressEveryMs = 1_000
const mendedNamed = 10

type MoveArguments = { url: string; dataDir: string }

export function readMoveArguments(usage: string, args = process.argv.slice(2), env = process.env): MoveArguments {
  const { values, positionals } = parse(usage, args)
  const [given, ...rest] = positionals
  if (values.help || rest.length > 0) throw new CommandError(usage)
  const url = given === undefined ? readDatabaseUrl(env) : readDatabaseUrl({ 'The address': given }, 'The address')
  if (url === undefined) throw new CommandError(usage)
  return { url, dataDir: values['data-dir'] === undefined ? readDataDir(env) : toAbsolute(values['data-dir'], env) }
}

function parse(usage: string, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', default: false } } })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

export async function runMove(openSource: () => Promise<End>, openTarget: (source: End) => Promise<Target>): Promise<void> {
  const startedAt = performance.now()
  const source = await openSource()
  try {
    const target = await openTarget(source)
    try {
      let saidAt = startedAt
      const moved = await moveDatabase(source.db, target.db, {
        onTable: ({ name, rows, place, of, isKept }) =>
          say(`  ${place}/${of} ${name}: ${count(rows)} rows, ${isKept ? 'there from before' : 'moved and checked'}`),
        onRows({ name, rows }) {
          if (performance.now() - saidAt < progressEveryMs) return
          saidAt = performance.now()
          say(`  ${name}: ${count(rows)} rows so far`)
        },
        onBeginAnew: () => say('  The database was changed since the move began: it begins anew.'),
      })
      await target.finish()
      say(`Moved: ${count(moved.rows)} rows of ${moved.tables} tables, in ${durationToText(performance.now() - startedAt)}`)
      sayMended(moved.mended)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  say('  Devices go on as if nothing had happened, and nobody has to sign in again.')
}

function sayMended(mended: readonly string[]): void {
  if (mended.length === 0) return
  say(`  PostgreSQL cannot store the character U+0000: in the texts of ${count(mended.length)} rows it is the replacement character now:`)
  for (const key of mended.slice(0, mendedNamed)) say(`    ${key}`)
  if (mended.length > mendedNamed) say(`    and ${count(mended.length - mendedNamed)} more`)
}
