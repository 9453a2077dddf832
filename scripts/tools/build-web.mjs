// Builds the web app into dist/. `--if-stale`: only if an input changed. `--is-fresh`: only reports by exit code.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const INPUTS = ['web', 'schema', 'scripts/tools/build', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const NO_INPUT = /^web\/e2e\/|\.test\.tsx?$|\.md$/

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
const stamp = path.join(root, 'dist', '.inputs-hash')

// Computed before the build, so that a file saved meanwhile makes it stale.
const hash = inputsHash()
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash
if (process.argv.includes('--is-fresh')) process.exit(isFresh ? 0 : 1)
if (process.argv.includes('--if-stale') && isFresh) process.exit(0)
console.log('Building the web app …')
const startedAtMs = Date.now()
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const { status } = spawnSync(process.execPath, [vite, 'build'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
if (status !== 0) {
  console.error('vite build failed.')
  process.exit(status ?? 1)
}
mkdirSync(path.dirname(stamp), { recursive: true })
writeFileSync(stamp, `${hash}\n`)
console.log(`The web app is built (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s).`)

function inputsHash() {
  const sum = createHash('sha256')
  for (const file of INPUTS.flatMap(filesIn).sort((one, other) => (one < other ? -1 : 1))) {
    if (NO_INPUT.test(file)) continue
    const content = readFileSync(path.join(root, file))
    sum.update(`${file}\0${content.length}\0`).update(content)
  }
  return sum.digest('hex')
}

function filesIn(place) {
  const absolute = path.join(root, place)
  if (!existsSync(absolute)) return []
  if (path.extname(place) !== '') return [place]
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const inner = `${place}/${entry.name}`
    return entry.isDirectory() ? filesIn(inner) : [inner]
  })
}
