import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Coverage } from './coverage.ts'
import type { EngineName } from './nodes/shared-database.ts'

/** What a process of the pool says of each seed, one line of JSON each. */
export type SeedLine = { seed: number; failure?: string; mutations: number; steps: number; coverage: Coverage }

/** Where the program is that runs seeds. */
export const program = fileURLToPath(new URL('../simulate.ts', import.meta.url))

type PoolOptions = {
  from: number
  seeds: number
  workers: number
  mutant?: string | undefined
  engine?: EngineName
  isDense?: boolean
  isStoppedByFailure?: boolean
  onSeed: (line: SeedLine) => void
}

/** Spreads seeds over processes. Resolves when all are done, or at the first failure when that is wanted. */
export async function runInPool({
  from,
  seeds,
  workers,
  mutant,
  engine = 'sqlite',
  isDense = false,
  isStoppedByFailure = false,
  onSeed,
}: PoolOptions): Promise<void> {
  const children = Array.from({ length: Math.min(workers, seeds) }, (_, index) => {
    const options = [
      '--part',
      `${from + index}:${from + seeds}:${workers}`,
      '--engine',
      engine,
      ...(isDense ? ['--dense'] : []),
      ...(mutant === undefined ? [] : ['--mutant', mutant]),
      ...(isStoppedByFailure ? ['--until-failure'] : []),
    ]
    // Nobody reads the stacks of the many small errors of a bad network; a seed run by itself shows them.
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--stack-trace-limit=0', program, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  })
  const stopAll = (): void => {
    for (const child of children) child.kill()
  }
  process.once('exit', stopAll)
  let isStopped = false
  const ends = children.map(
    (child) =>
      new Promise<void>((resolve, reject) => {
        createInterface({ input: child.stdout }).on('line', (text) => {
          const line = JSON.parse(text) as SeedLine
          onSeed(line)
          if (line.failure === undefined || !isStoppedByFailure) return
          isStopped = true
          stopAll()
        })
        child.on('error', reject)
        child.on('close', (code, signal) =>
          code === 0 || isStopped ? resolve() : reject(new Error(`A process of the simulation ended with ${code ?? signal}`)),
        )
      }),
  )
  await Promise.all(ends).finally(() => {
    stopAll()
    process.off('exit', stopAll)
  })
}
