import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'

export type Tool = 'pg_dump' | 'pg_restore' | 'psql'

/** A program of PostgreSQL cannot do what it should, or is not installed; the message is for the person at the keyboard. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
}

export const isInstalled = (tool: Tool): boolean => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0

/** The address without its password, which others of the machine could read in a list of processes. */
export function toAddress(url: string): { address: string; password: string | undefined } {
  const parts = new URL(url)
  const password = parts.password === '' ? undefined : decodeURIComponent(parts.password)
  parts.password = ''
  return { address: parts.href, password }
}

export type RunningTool = { child: ChildProcessWithoutNullStreams; /** @throws DumpError with what the tool said */ ended: Promise<void> }

/** `signal`: ends it before its time. */
export function startTool(tool: Tool, args: readonly string[], password?: string, signal?: AbortSignal): RunningTool {
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: password }
  const child = spawn(tool, [...args], { env, stdio: 'pipe', ...(signal && { signal }) })
  // One that has ended reads no more; its exit code says why.
  child.stdin.on('error', () => undefined)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new DumpError(`${tool} failed: ${said.trim() || `it ended with ${String(code)}`}`)
  })
  // Whoever waits for another first must not end the process.
  ended.catch(() => undefined)
  return { child, ended }
}

/** What the tool writes to its output. */
export async function readTool(tool: Tool, args: readonly string[]): Promise<string> {
  const { child, ended } = startTool(tool, args)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin.end()
  await ended
  return text
}
