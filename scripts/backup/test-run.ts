import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pinnedNode } from '../process-tests/server-process.ts'

const root = path.dirname(path.dirname(import.meta.dirname))

export type Run = { code: number | null; stdout: string; stderr: string }

/** Runs `npm run backup|restore -- …` without npm, as if typed in the folder `from`. */
export function startScript(verb: 'backup' | 'restore', args: string[], { dataDir, from = root, killAt }: { dataDir: string; from?: string; killAt?: string }) {
  const killer = killAt === undefined ? [] : ['--import', pathToFileURL(path.join(import.meta.dirname, 'kill-at.ts')).href]
  const child = spawn(pinnedNode, [...killer, path.join(root, 'scripts', `${verb}.ts`), ...args], {
    cwd: root,
    // Playwright sets FORCE_COLOR; with NO_COLOR set too, Node warns on stderr.
    env: { ...process.env, FORCE_COLOR: undefined, DATA_DIR: dataDir, INIT_CWD: from, KILL_AT: killAt },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then((values): Run => ({ code: (values as [number | null])[0], stdout, stderr }))
  return { child, ended }
}

export const runScript = (...args: Parameters<typeof startScript>): Promise<Run> => startScript(...args).ended
