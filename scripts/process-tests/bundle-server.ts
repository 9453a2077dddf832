import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const root = path.dirname(path.dirname(import.meta.dirname))

let program: Promise<string> | undefined

/**
 * The test server with everything that it imports in one file, which starts in a third of the time; made once for all tests of a run.
 * Lies inside of the repository, because the native packages are found from there. Undefined outside of a run of tests.
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
  // Whoever comes second takes what the first one made.
  await rename(outDir, bundle).catch(() => rm(outDir, { recursive: true, force: true }))
  return made
}
