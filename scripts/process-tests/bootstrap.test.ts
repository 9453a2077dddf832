import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const repositoryRoot = path.dirname(path.dirname(import.meta.dirname))

// Fake npm: records its arguments and "installs" the Node that runs this test.
const NPM_STAND_IN = `
  const fs = require('node:fs')
  fs.appendFileSync('npm-calls.txt', process.argv.slice(2).join(' ') + '\\n')
  if (fs.existsSync('npm-fails')) process.exit(9)
  fs.mkdirSync('node_modules/node/bin', { recursive: true })
  fs.rmSync('node_modules/node/bin/node', { force: true })
  fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node/bin/node')
`

let clone: string

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'bootstrap-'))
  mkdirSync(path.join(clone, 'scripts', 'tools'), { recursive: true })
  cpSync(path.join(repositoryRoot, 'scripts/bootstrap.mjs'), path.join(clone, 'scripts/bootstrap.mjs'))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }')
  write('npm-package/package.json', '{ "type": "commonjs" }')
  write('npm-package/npm.js', NPM_STAND_IN)
  write('scripts/import.ts', `console.log(JSON.stringify({ args: process.argv.slice(2) as string[], cwd: process.cwd() }))`)
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
  writeFileSync(path.join(clone, file), text)
}

function npmCalls(): string[] {
  const file = path.join(clone, 'npm-calls.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function startBootstrap(args: string[], cwd = clone) {
  const child = spawn(process.execPath, [path.join(clone, 'scripts/bootstrap.mjs'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_execpath: path.join(clone, 'npm-package/npm.js') },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return { child, output }
}

async function bootstrap(args: string[], cwd?: string): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const { child, output } = startBootstrap(args, cwd)
  const [exitCode] = (await once(child, 'close')) as [number]
  return { exitCode, ...output }
}

test('installs in a bare clone, says so on stderr, and passes the arguments on untouched', async () => {
  const { exitCode, stdout, stderr } = await bootstrap(['import', 'my file.csv', '--shop', 'CPR', '--note=$HOME "x"'])
  expect(exitCode).toBe(0)
  expect(npmCalls()).toEqual(['ci --include=dev --no-audit --no-fund'])
  expect(stderr).toContain('Installing dependencies')
  expect(JSON.parse(stdout)).toMatchObject({ args: ['my file.csv', '--shop', 'CPR', '--note=$HOME "x"'] })
})

test('works from any folder, and runs the script in the root', async () => {
  const { stdout } = await bootstrap(['import'], tmpdir())
  expect(path.basename((JSON.parse(stdout) as { cwd: string }).cwd)).toBe(path.basename(clone))
})

test('installs again only when package-lock.json has changed', async () => {
  await bootstrap(['import'])
  await bootstrap(['import'])
  expect(npmCalls()).toHaveLength(1)
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.1" } } }')
  await bootstrap(['import'])
  expect(npmCalls()).toHaveLength(2)
})

test("takes a developer's own npm install as it is, if it holds every locked package", async () => {
  mkdirSync(path.join(clone, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, path.join(clone, 'node_modules/node/bin/node'))
  write('node_modules/.package-lock.json', '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }')
  await bootstrap(['import'])
  expect(npmCalls()).toEqual([])
  rmSync(path.join(clone, 'node_modules/.mainspring-lock-hash'))
  write('node_modules/.package-lock.json', '{ "packages": { "node_modules/a": { "version": "0.9.0" } } }')
  await bootstrap(['import'])
  expect(npmCalls()).toHaveLength(1)
})

describe('an install without development packages', () => {
  beforeEach(() => {
    mkdirSync(path.join(clone, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(process.execPath, path.join(clone, 'node_modules/node/bin/node'))
    write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" }, "node_modules/tool": { "version": "1.0.0", "dev": true } } }')
    write('node_modules/.package-lock.json', '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }')
    write('scripts/start.ts', `console.log('started')`)
  })
  const buildScript = (isFresh: boolean) =>
    `import { appendFileSync } from 'node:fs'; appendFileSync('build-calls.txt', process.argv.slice(2).join(' ') + ' '); process.exit(process.argv.includes('--is-fresh') && !${isFresh} ? 1 : 0)`

  test('is enough for a server whose app is built, and for its commands', async () => {
    write('scripts/tools/build-web.mjs', buildScript(true))
    expect(await bootstrap(['start'])).toMatchObject({ exitCode: 0, stdout: 'started\n' })
    expect((await bootstrap(['import'])).exitCode).toBe(0)
    expect(npmCalls()).toEqual([])
  })

  test('is completed where the app must be built first', async () => {
    write('scripts/tools/build-web.mjs', buildScript(false))
    expect(await bootstrap(['start'])).toMatchObject({ exitCode: 0, stdout: 'started\n' })
    expect(npmCalls()).toEqual(['ci --include=dev --no-audit --no-fund'])
    expect(readFileSync(path.join(clone, 'build-calls.txt'), 'utf8')).toBe('--is-fresh --if-stale ')
  })
})

test('an unpacked release installs what a server needs by itself, and builds nothing', async () => {
  write('release.json', '{}')
  write('scripts/start.ts', `console.log('started')`)
  expect(await bootstrap(['start'])).toMatchObject({ exitCode: 0, stdout: 'started\n' })
  expect(npmCalls()).toEqual(['ci --omit=dev --no-audit --no-fund'])
})

test('tries a failed install once more, then gives up with one line and a count for whoever reads the tests', async () => {
  write('npm-fails', '')
  write('scripts/test.ts', `console.log('never')`)
  const { exitCode, stdout, stderr } = await bootstrap(['test'])
  expect(exitCode).toBe(1)
  expect(npmCalls()).toHaveLength(2)
  expect(stderr).toContain('npm ci failed with exit code 9')
  expect(stdout).toBe('0 passed, 1 failed\n')
})

test('names the known verbs when it is asked for another', async () => {
  const { exitCode, stderr } = await bootstrap(['frobnicate'])
  expect(exitCode).toBe(1)
  expect(stderr).toBe('Usage: node scripts/bootstrap.mjs <import> [arguments]\n')
})

test('hands back the exit code', async () => {
  write('scripts/import.ts', 'process.exitCode = 7')
  expect((await bootstrap(['import'])).exitCode).toBe(7)
})

test.each(['SIGTERM', 'SIGINT'] as const)('passes %s on and waits for the clean stop', async (signal) => {
  write(
    'scripts/import.ts',
    `process.on('${signal}', () => setTimeout(() => { console.log('stopped cleanly'); process.exit(3) }, 100))
     setInterval(() => {}, 1000)
     console.log('running')`,
  )
  const { child, output } = startBootstrap(['import'])
  await expect.poll(() => output.stdout, { timeout: 15_000 }).toContain('running')
  child.kill(signal)
  const [exitCode] = (await once(child, 'close')) as [number]
  expect(output.stdout).toBe('running\nstopped cleanly\n')
  expect(exitCode).toBe(3)
})

test('stops when a signal ended npm and its shell only', async () => {
  write(
    'scripts/import.ts',
    `import { writeFileSync } from 'node:fs'
     process.on('SIGTERM', () => { writeFileSync('stopped.txt', ''); process.exit(0) })
     setInterval(() => {}, 1000)
     writeFileSync('running.txt', '')`,
  )
  const bootstrapCommand = `'${process.execPath}' scripts/bootstrap.mjs import; true`
  const shell = spawn('sh', ['-c', bootstrapCommand], {
    cwd: clone,
    stdio: 'ignore',
    env: { ...process.env, npm_execpath: path.join(clone, 'npm-package/npm.js'), npm_lifecycle_event: 'import' },
  })
  await expect.poll(() => existsSync(path.join(clone, 'running.txt')), { timeout: 15_000 }).toBe(true)
  shell.kill('SIGTERM')
  await expect.poll(() => existsSync(path.join(clone, 'stopped.txt')), { timeout: 15_000 }).toBe(true)
})

test('a script that a signal kills is no success', async () => {
  write('scripts/import.ts', `process.kill(process.pid, 'SIGKILL')`)
  expect((await bootstrap(['import'])).exitCode).toBe(137)
})
