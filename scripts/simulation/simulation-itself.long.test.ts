import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { program, runInPool, type SeedLine } from './pool.ts'

const minuteMs = 60_000

describe('the simulation', () => {
  it('replays a seed to the last message', { timeout: 2 * minuteMs }, async () => {
    const run = () =>
      promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, '--seed', '11', '--trace'], { maxBuffer: 64_000_000 })
    const [one, other] = await Promise.all([run(), run()])
    expect(one.stdout.length).toBeGreaterThan(10_000)
    expect(other.stdout).toBe(one.stdout)
  })

  it('sees a deliberate fault of the product', { timeout: 5 * minuteMs }, async () => {
    const failures: SeedLine[] = []
    const onSeed = (line: SeedLine): void => void (line.failure !== undefined && failures.push(line))
    await runInPool({ from: 1, seeds: 20, workers: 1, mutant: 'stock is set instead of summed', isStoppedByFailure: true, onSeed })
    expect(failures).not.toEqual([])
  })
})
