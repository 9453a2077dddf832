import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { countsToLine, type TestCounts } from './test-counts.ts'

/** Steps of `npm test` and `npm run check`: time limits, a summary, and no child left after a signal. */

type StepResult = TestCounts & { problem?: string; output?: string[] }
type Outcome = StepResult & { title: string; durationMs: number }

const root = path.dirname(path.dirname(path.dirname(import.meta.dirname)))
const outcomes: Outcome[] = []
const children = new Set<ChildProcess>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of children) stopChild(child)
    printSummary(`stopped by ${signal}`)
    process.exit(128 + os.constants.signals[signal])
  })
}

export const bin = (name: string): string => path.join(root, 'node_modules/.bin', name)

/** Each runner has a limit in seconds (about twice its time on two idle cores). Returns true if nothing failed. */
export async function runStep(title: string, limitSeconds: number, step: (limitMs: number) => Promise<StepResult>): Promise<boolean> {
  console.log(`\n=== ${title} ===`)
  const startedAtMs = Date.now()
  const result = await step(limitSeconds * 1000).catch((error: unknown) => ({ passed: 0, failed: 1, skipped: [], problem: String(error) }))
  const outcome: Outcome = { title, durationMs: Date.now() - startedAtMs, ...result }
  outcomes.push(outcome)
  console.log(outcomeToLine(outcome))
  return outcome.failed === 0
}

/** One pass over each file for its types and its rules. */
export const lintArgs = ['--type-aware', '--type-check', '--deny-warnings']

/** A process group, so that a hung runner is killed with its workers. Returns the exit code. */
export function run(command: string, args: string[], limitMs: number, env: Record<string, string> = {}, output?: string[]): Promise<number> {
  return new Promise((resolve) => {
    const shown = output === undefined ? 'inherit' : 'pipe'
    const child = spawn(command, args, { stdio: ['ignore', shown, shown], detached: true, env: { ...process.env, ...env } })
    children.add(child)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => output?.push(text))
    const timer = setTimeout(() => {
      console.error(`Stopped: took longer than ${limitMs / 1000} s.`)
      stopChild(child)
    }, limitMs)
    const finish = (exitCode: number): void => {
      clearTimeout(timer)
      children.delete(child)
      resolve(exitCode)
    }
    child.on('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`)
      finish(127)
    })
    child.on(output === undefined ? 'exit' : 'close', (exitCode: number | null) => finish(exitCode ?? 1))
  })
}

/** Prints the output only on failure. */
export async function runQuietly(command: string, args: string[], limitMs: number): Promise<StepResult> {
  const output: string[] = []
  return { ...exitCodeToCounts(await run(command, args, limitMs, {}, output)), output }
}

function stopChild({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has exited already.
  }
}

export function exitCodeToCounts(exitCode: number): TestCounts {
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: [] }
}

export function readReport<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

function outcomeToLine({ title, durationMs, problem, ...counts }: Outcome): string {
  const word = counts.failed === 0 ? 'ok' : 'FAILED'
  return `${word}: ${title}: ${countsToLine(counts)} in ${(durationMs / 1000).toFixed(1)} s${problem ? ` (${problem})` : ''}`
}

/** Prints hidden failures, the steps, skipped tests with reasons, and the counts as the last line; true if nothing failed. */
export function printSummary(interruption?: string): boolean {
  for (const { title, failed, output = [] } of outcomes) if (failed > 0 && output.length > 0) console.log(`\n=== ${title} ===\n${output.join('').trimEnd()}`)
  console.log('\n=== Summary ===')
  for (const outcome of outcomes) console.log(outcomeToLine(outcome))
  const skipped = outcomes.flatMap((outcome) => outcome.skipped)
  for (const { title, reason } of skipped) console.log(`SKIPPED: ${title}: ${reason}`)
  const [firstFailure] = outcomes.flatMap((outcome) => outcome.firstFailure ?? [])
  if (firstFailure !== undefined) console.log(`First failure: ${firstFailure}`)
  if (interruption) console.log(`FAILED: ${interruption}`)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, interruption ? 1 : 0)
  console.log(countsToLine({ passed, failed, skipped }))
  return failed === 0
}
