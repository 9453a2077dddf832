import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { readDataDir, StartError } from '#server/config.ts'
import { DatabaseFileError, type DatabaseFacts } from '#server/db/files/database-file.ts'
import { DatabaseInUseError, isDiskFull, toErrorKind } from '#server/db/engines/error-kind.ts'
import { ServerRunningError } from '#server/db/files/server-lock.ts'
import { UnfinishedWorkError } from '#server/db/migrate.ts'
import { DumpError } from '#server/operations/dumps/tools.ts'
import { MoveError } from '#server/operations/move/move-error.ts'

/** An expected failure; the message says what to do. */
export class CommandError extends Error {}

export type Arguments = { file: string; dataDir: string; isForced: boolean }

const options = {
  'data-dir': { type: 'string' },
  force: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options']

/** Resolves against the folder where the user typed the command; npm changes to the repository's. */
export const toAbsolute = (file: string, env: NodeJS.ProcessEnv = process.env): string => path.resolve(env['INIT_CWD'] ?? process.cwd(), file)

export function readArguments(usage: string, args = process.argv.slice(2), env = process.env): Arguments {
  const { values, positionals } = parseOrThrow(usage, args)
  const [file, ...rest] = positionals
  if (values.help || file === undefined || file.trim() === '' || rest.length > 0) throw new CommandError(usage)
  const dataDir = values['data-dir'] === undefined ? readDataDir(env) : toAbsolute(values['data-dir'], env)
  return { file: toAbsolute(file, env), dataDir, isForced: values.force }
}

function parseOrThrow(usage: string, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const numberFormat = new Intl.NumberFormat('en-US')

export const toMegabytes = (sizeBytes: number): string => `${(sizeBytes / 1_000_000).toFixed(1)} MB`

export const factsToText = ({ sizeBytes, orders, customers, version }: DatabaseFacts): string =>
  `${toMegabytes(sizeBytes)}, ${numberFormat.format(orders)} orders, ${numberFormat.format(customers)} customers, version ${version}`

export const durationToText = (durationMs: number): string => `${(durationMs / 1_000).toFixed(1)} s`

/** Exit code 0, or 2 with the reason on stderr. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isForPerson(error)) throw error
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}

const forPersons = [CommandError, DatabaseFileError, DatabaseInUseError, DumpError, MoveError, ServerRunningError, StartError, UnfinishedWorkError]

const isForPerson = (error: unknown): boolean =>
  forPersons.some((kind) => error instanceof kind) || isFileSystemError(error) || isDiskFull(error) || toErrorKind(error) === 'away'

/** Errors the operator can fix, such as a full disk or missing permissions; the message names the file. */
const isFileSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error
