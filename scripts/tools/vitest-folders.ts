import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4 * 2 ** 30

/**
 * Vitest's global set-up: folders that all tests of a run share. Test databases sync each commit to disk, which is most of what their
 * tests would wait for, so their temporary folder lies in memory where the machine has enough of it.
 */
export function setup(): () => void {
  const temporary = mkdtempSync(path.join(hasMemoryFolder() ? memory : tmpdir(), 'mainspring-run-'))
  const cache = path.join(path.dirname(path.dirname(import.meta.dirname)), 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const programs = mkdtempSync(path.join(cache, 'test-programs-'))
  // Workers inherit the environment, and so do the processes that they start.
  process.env['TMPDIR'] = temporary
  process.env['TEST_PROGRAMS_FOLDER'] = programs
  return () => {
    for (const folder of [temporary, programs]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
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
