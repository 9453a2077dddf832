import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const root = path.dirname(path.dirname(import.meta.dirname))

/**
 * Bundles the test server into one file, which starts in a third of the time, for tests that start it hundreds of times.
 * The file is inside the repository, because the native packages are resolved from there.
 */
export async function bundleServer(): Promise<{ program: string; dispose: () => Promise<void> }> {
  const cache = path.join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(path.join(cache, 'test-server-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2', 'pino'] },
    build: { ssr: 'scripts/tools/serve-for-tests.ts', outDir, target: 'node24', minify: false, copyPublicDir: false },
  })
  return { program: path.join(outDir, 'serve-for-tests.js'), dispose: () => rm(outDir, { recursive: true, force: true, maxRetries: 3 }) }
}
