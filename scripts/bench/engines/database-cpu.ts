import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** What Linux counts a process's time in, by its documentation: hundredths of a second for programs. */
const msPerTick = 10

export type ProcessTimes = { parent: number; cpuMs: number }

/** A line of `/proc/<pid>/stat`; the time of children that have ended counts, and is in their parent's. @throws Error for other texts */
export function parseStat(text: string): ProcessTimes {
  // The name of the program stands in brackets and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, ...times] = [fields[1], fields[11], fields[12], fields[13], fields[14]].map(Number)
  if (parent === undefined || [parent, ...times].some((value) => !Number.isSafeInteger(value))) throw new Error(`No times of a process: ${text}`)
  return { parent, cpuMs: times.reduce((sum, ticks) => sum + ticks, 0) * msPerTick }
}

/** The server's first process, whose children do the work. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parseStat(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')).parent
  } finally {
    await client.end()
  }
}

/** Milliseconds of the processor that the database has used since its start, with those of connections that are closed. */
export function readDatabaseCpuMs(postmaster: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), ...parseStat(readFileSync(`/proc/${name}/stat`, 'utf8')) }]
      } catch {
        // It has ended since the folder was read.
        return []
      }
    })
  return all.reduce((sum, { pid, parent, cpuMs }) => sum + (pid === postmaster || parent === postmaster ? cpuMs : 0), 0)
}
