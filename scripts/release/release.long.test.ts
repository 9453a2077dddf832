import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readImports } from '#scripts/tools/rooms/read-imports.ts'
import { writeRelease, type Release, makeLock, type Lock } from './write-release.ts'

const root = path.dirname(path.dirname(import.meta.dirname))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

let folder: string
let release: Release
let running: ChildProcess | undefined

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mainspring-release-'))
  mkdirSync(path.join(folder, 'web'))
  writeFileSync(path.join(folder, 'web', 'index.html'), '<!doctype html><title>Packed app</title>')
  release = writeRelease({ root, webDir: path.join(folder, 'web'), outDir: path.join(folder, 'out') })
})
afterAll(() => {
  running?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The Docker image's environment, on the pinned Node, to avoid a second download. */
const env = { ...process.env, NODE_ENV: 'production', PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}` }
const npm = (...args: string[]) => spawnSync('npm', args, { cwd: release.folder, encoding: 'utf8', env })

test('a release holds no test, no source of the app, and nothing to build with', () => {
  const names = readdirSync(release.folder, { recursive: true }).map(String)
  expect(names.filter((name) => /\.test\.ts$|(^|\/)test-|^web\/|vite/.test(name))).toEqual([])
  expect(names).toEqual(
    expect.arrayContaining([
      'package.json',
      'package-lock.json',
      'README.md',
      'LICENSE',
      'dist/web/index.html',
      'scripts/bootstrap.mjs',
      'scripts/start.ts',
      'sync-server/main.ts',
    ]),
  )
  const packages = new Set(release.packages)
  expect([...packages]).toEqual(expect.arrayContaining(['better-sqlite3', 'hono', 'node']))
  for (const name of ['react', 'vite', 'vitest', 'typescript', 'rxdb', 'tailwindcss']) expect(packages).not.toContain(name)
})

test(
  'an unpacked release installs without development packages, starts, signs in the administrator, serves the app, and stops',
  { timeout: 180_000 },
  async () => {
    const installed = npm('ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund')
    expect(installed.stderr).not.toContain('npm error')
    expect(installed.status).toBe(0)
    expect(existsSync(path.join(release.folder, 'node_modules', 'vite'))).toBe(false)

    const dataDir = path.join(folder, 'data')
    const child = spawn('npm', ['start'], { cwd: release.folder, env: { ...env, DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: 'open sesame' } })
    running = child
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    await expect.poll(() => stdout, { timeout: 60_000, message: stderr }).toContain('Mainspring is running at')
    expect(stderr).not.toMatch(/Installing|Building/)
    const url = /running at (\S+)/.exec(stdout)?.[1] ?? ''
    const signedIn = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: 'admin', password: 'open sesame' }),
    })
    expect(signedIn.status).toBe(200)
    expect(await (await fetch(url)).text()).toContain('Packed app')
    child.kill('SIGTERM')
    await once(child, 'close')
    await expect.poll(() => existsSync(path.join(dataDir, 'mainspring.server.json')), { timeout: 15_000 }).toBe(false)
    expect(npm('run', 'backup', '--', path.join(folder, 'copy.db'), '--data-dir', dataDir).status).toBe(0)
  },
)

describe('the parts of a release', () => {
  test('imports are found as Node loads them, those of types alone told apart', () => {
    const text = `import type { A } from './a.ts'\nimport { type B, c } from '#schema/b.ts'\nimport {\n  d,\n  e,\n} from 'pkg/sub'\nexport { f } from '@scope/pkg'\nimport './side.ts'\nconst g = await import('lazy')\n`
    const loaded = readImports(text).filter(({ isTypeOnly }) => !isTypeOnly)
    expect(loaded.map(({ specifier }) => specifier).sort()).toEqual(['#schema/b.ts', './side.ts', '@scope/pkg', 'lazy', 'pkg/sub'])
    expect(readImports(text).filter(({ isTypeOnly }) => isTypeOnly)).toEqual([{ specifier: './a.ts', isTypeOnly: true }])
  })

  test('a lock keeps what is needed at its place and its version, and drops the rest', () => {
    const lock: Lock = {
      name: 'x',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' }, optionalDependencies: { native: '1.0.0' }, devOptional: true },
        'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '*' } },
        'node_modules/b': { version: '2.0.0' },
        'node_modules/c': { version: '3.0.0', dev: true },
      },
    }
    const { packages } = makeLock(lock, { name: 'x', version: '1.0.0', dependencies: { a: '1.0.0' } })
    expect(Object.keys(packages)).toEqual(['', 'node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c'])
    expect(packages['node_modules/c']).toEqual({ version: '3.0.0' })
    expect(() => makeLock(lock, { name: 'x', version: '1.0.0', dependencies: { z: '1.0.0' } })).toThrow('package-lock.json lacks z')
  })

  test('the Dockerfile builds a release, keeps that alone, and runs it as somebody without rights, on the pinned Node', () => {
    const dockerfile = read('Dockerfile')
    const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    expect(lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1])).toEqual(
      Array.from({ length: 2 }, () => `node:${dependencies['node']}-bookworm-slim`),
    )
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
    expect(last.filter((line) => line.startsWith('COPY ')).every((line) => line.includes('--from=build'))).toBe(true)
    expect(last.indexOf('USER node')).toBeGreaterThan(last.findIndex((line) => line.startsWith('RUN mkdir /data')))
    for (const line of ['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM', 'CMD ["node", "scripts/start.ts"]']) expect(last).toContain(line)
    expect(dockerfile).toContain('HEALTHCHECK')
    expect(dockerfile).not.toMatch(/ADMIN_PASSWORD|SECRET|TOKEN/)
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', 'node_modules', 'data', 'dist', '*.env']) expect(ignored).toContain(name)
  })

  test('the systemd unit starts what a release holds, as a user of its own that may write its data only', () => {
    const unit = read('scripts/release/mainspring.service')
    for (const line of [
      'User=mainspring',
      'UMask=0077',
      'StateDirectoryMode=0700',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'Restart=on-failure',
    ])
      expect(unit.split('\n')).toContain(line)
    expect(/^ExecStart=\/opt\/mainspring\/node_modules\/node\/bin\/node (.*)$/m.exec(unit)?.[1]).toBe('scripts/start.ts')
    expect(existsSync(path.join(release.folder, 'scripts/start.ts'))).toBe(true)
    // V8 generates machine code at run time, which MemoryDenyWriteExecute forbids.
    expect(unit).not.toContain('MemoryDenyWriteExecute')
  })
})
