import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packedMutants } from './mutants/packed-mutants.ts'

const program = fileURLToPath(new URL('packed-model-run.ts', import.meta.url))
const minuteMs = 60_000

/** What the model says of the store: its exit code and its words. */
const runModel = (...options: string[]): Promise<{ code: number | string; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...options], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? 'killed'), said: stdout + stderr }),
    )
  })

describe('the model of the packed row store', () => {
  it('finds nothing in the store as it is', { timeout: 5 * minuteMs }, async () => {
    expect(await runModel('--runs', '40')).toEqual({ code: 0, said: '' })
  })

  it.each(packedMutants)('sees a deliberate fault: $name', { timeout: 5 * minuteMs }, async ({ name }) => {
    // With this seed a few runs find each.
    const { code, said } = await runModel('--runs', '200', '--seed', '100', '--mutant', name)
    expect(said).not.toMatch(/stale|SyntaxError|There is no mutant/)
    expect(code).toBe(1)
  })
})
