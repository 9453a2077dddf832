import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4 * 2 ** 30

/**
 * The global set-up of Vitest and of Playwright: folders that all tests of a run share. Test databases sync each commit to disk, which
 * is most of what their tests would wait for, so their temporary folder lies in memory where the machine has enough of it.
 */
export default function makeSharedFolders(): () => void {
  const temporary = makeFolder(hasMemoryFolder() ? memory : tmpdir())
  const programs = makeFolder(path.join(path.dirname(path.dirname(path.dirname(import.meta.dirname))), 'node_modules', '.cache'))
  // Workers inherit the environment, and so do the processes that they start.
  process.env['TMPDIR'] = temporary
  process.env['TEST_PROGRAMS_FOLDER'] = programs
  // Tests start the same programs some hundred times: compiled once, they start in two thirds of the time.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(programs, 'compiled')
  return () => {
    for (const folder of [temporary, programs]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Makes a folder named after this process, and removes those of processes that were killed. */
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
    // Somebody else's.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but somebody else's.
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
