import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pinnedNode } from '../process-tests/server-process.ts'

const root = path.dirname(path.dirname(import.meta.dirname))

export type Run = { code: number | null; stdout: string; stderr: string }

/** For tests: runs `npm run backup|restore -- …` without npm, as if it was typed in the folder `from`. */
export function startScript(verb: 'backup' | 'restore', args: string[], { dataDir, from = root }: { dataDir: string; from?: string }) {
  const child = spawn(pinnedNode, [path.join(root, 'scripts', `${verb}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, INIT_CWD: from },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then((values): Run => ({ code: (values as [number | null])[0], stdout, stderr }))
  return { child, ended }
}

export const runScript = (...args: Parameters<typeof startScript>): Promise<Run> => startScript(...args).ended
