import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const root = path.dirname(path.dirname(import.meta.dirname))

let program: Promise<string> | undefined

/**
 * Bundles the test server once per run, which cuts its start to a third. Inside the repository, because native packages
 * are resolved from there. Undefined outside a test run.
 */
export async function findServerBundle(): Promise<string | undefined> {
  const folder = process.env['TEST_PROGRAMS_FOLDER']
  return folder === undefined ? undefined : (program ??= bundleServer(folder))
}

async function bundleServer(folder: string): Promise<string> {
  const bundle = path.join(folder, 'server')
  const made = path.join(bundle, 'serve-for-tests.js')
  if (existsSync(made)) return made
  const outDir = await mkdtemp(path.join(folder, 'making-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2', 'pino'] },
    build: { ssr: 'scripts/tools/serve-for-tests.ts', outDir, target: 'node24', minify: false, copyPublicDir: false },
  })
  // If another process was first, use its bundle.
  await rename(outDir, bundle).catch(() => rm(outDir, { recursive: true, force: true }))
  return made
}
