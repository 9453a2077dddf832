import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4 * 2 ** 30

/**
 * Global setup of Vitest and Playwright. The temporary folder is in memory if it is large enough, since test databases
 * sync every commit.
 */
export default function makeSharedFolders(): () => void {
  const temporary = makeFolder(hasMemoryFolder() ? memory : tmpdir())
  const programs = makeFolder(path.join(path.dirname(path.dirname(path.dirname(import.meta.dirname))), 'node_modules', '.cache'))
  // Inherited by workers and their child processes.
  process.env['TMPDIR'] = temporary
  process.env['TEST_PROGRAMS_FOLDER'] = programs
  // Shared compile cache: programs start hundreds of times, in two thirds of the time.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(programs, 'compiled')
  return () => {
    for (const folder of [temporary, programs]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function makeFolder(parent: string): string {
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) {
    const [, pid] = /^mainspring-run-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) removeIfOwn(path.join(parent, name))
  }
  return mkdtempSync(path.join(parent, `mainspring-run-${process.pid}-`))
}

function removeIfOwn(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Owned by another user.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Exists, but owned by another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function hasMemoryFolder(): boolean {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return false
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
