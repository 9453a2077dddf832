import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'

type Tool = 'pg_dump' | 'pg_restore' | 'psql'

/** A PostgreSQL tool failed or is not installed; the message is for the operator. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
}

export const isInstalled = (tool: Tool): boolean => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0

/** Splits off the password, which other users could read in the process list. */
export function toAddress(url: string): { address: string; password: string | undefined } {
  const parts = new URL(url)
  const password = parts.password === '' ? undefined : decodeURIComponent(parts.password)
  parts.password = ''
  return { address: parts.href, password }
}

type RunningTool = { child: ChildProcessWithoutNullStreams; /** @throws DumpError with the tool's output */ ended: Promise<void> }

export function startTool(tool: Tool, args: readonly string[], password?: string, signal?: AbortSignal): RunningTool {
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: password }
  const child = spawn(tool, [...args], { env, stdio: 'pipe', ...(signal && { signal }) })
  // Ignore EPIPE of a tool that ended; its exit code tells why.
  child.stdin.on('error', () => undefined)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new DumpError(`${tool} failed: ${said.trim() || `it ended with ${String(code)}`}`)
  })
  // The caller may await something else first; avoid an unhandled rejection.
  ended.catch(() => undefined)
  return { child, ended }
}

export async function readTool(tool: Tool, args: readonly string[]): Promise<string> {
  const { child, ended } = startTool(tool, args)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin.end()
  await ended
  return text
}
