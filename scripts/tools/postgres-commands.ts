import { toDumpArguments } from '#server/operations/dumps/back-up-postgres.ts'
import { toAddress } from '#server/operations/dumps/tools.ts'
import { say } from './command-line.ts'

/** Host and database, without credentials. */
export const toPlace = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Without the password, which process lists would show: pg_dump prompts for it. */
export const toDumpCommands = (url: string, file: string): string[] => [
  `pg_dump ${toDumpArguments(toAddress(url).address, file).map(quote).join(' ')}`,
  `pg_restore --list ${quote(file)}`,
]

export const toRestoreCommands = (file: string): string[] => [`npm run restore -- ${quote(file)}`]

/** Prints commands for the user to run, with exit code 1. */
export function sayWhatToRun(missing: string, commands: readonly string[]): void {
  say(`${missing} installed here. Install PostgreSQL's client programs (of its server's version or newer), or run where they are:`)
  for (const command of commands) say(`  ${command}`)
  process.exitCode = 1
}
