import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { readImports, readPackagePaths, specifierToFile } from '#scripts/tools/rooms/read-imports.ts'

type Collected = {
  /** Paths from the root, with forward slashes. */
  files: Set<string>
  packages: Set<string>
}

function collectFiles(root: string, entries: readonly string[]): Collected {
  const packagePaths = readPackagePaths(root)
  const found: Collected = { files: new Set(), packages: new Set() }
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.files.has(file)) continue
    if (!existsSync(path.join(root, file))) throw new Error(`${file} is imported, but there is no such file`)
    found.files.add(file)
    if (!/\.(?:ts|mjs)$/.test(file)) continue
    for (const { specifier, isTypeOnly } of readImports(readFileSync(path.join(root, file), 'utf8'))) {
      if (isTypeOnly) continue
      const inner = specifierToFile(specifier, file, packagePaths)
      if (inner !== undefined) queue.push(inner)
      else if (!specifier.startsWith('node:')) found.packages.add(toPackageName(specifier))
    }
  }
  return found
}

const toPackageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

type Manifest = {
  name: string
  version: string
  license: string
  type: string
  imports: Record<string, string>
  dependencies: Record<string, string>
  overrides?: unknown
  allowScripts?: unknown
}

const verbs = ['start', 'import', 'export', 'backup', 'restore', 'doctor'] as const
/** Started as a child process and as a thread; no import refers to them. */
const startedAlone = ['sync-server/operations/backups/backup-process.ts', 'sync-server/commands/invoices/e-invoice/make-xml.worker.ts']
const entries = ['scripts/bootstrap.mjs', ...verbs.map((verb) => (verb === 'export' ? `scripts/shop-data/${verb}.ts` : `scripts/${verb}.ts`)), ...startedAlone]
const papers = ['README.md', 'docs/pictures', 'CHANGELOG.md', 'LICENSE', 'scripts/release/mainspring.service']
/** The package that contains Node; no import refers to it. */
const runtime = 'node'

export type Release = { name: string; folder: string; packages: string[] }

/**
 * Writes the built app, the programs and a lock of their packages to `<outDir>/mainspring-<version>`, without build or
 * test tools.
 * @throws Error if a loaded package is not a production dependency in package.json
 */
export function writeRelease({ root, webDir, outDir }: { root: string; webDir: string; outDir: string }): Release {
  const manifest = readJson<Manifest>(path.join(root, 'package.json'))
  const { files, packages } = collectFiles(root, entries)
  const missing = [...packages].filter((name) => manifest.dependencies[name] === undefined)
  if (missing.length > 0) throw new Error(`The server loads ${missing.join(', ')}, which package.json does not have among its dependencies`)

  const name = `mainspring-${manifest.version}`
  const folder = path.join(outDir, name)
  rmSync(folder, { recursive: true, force: true })
  for (const file of [...files, ...papers]) copy(path.join(root, file), path.join(folder, file))
  copy(webDir, path.join(folder, 'dist', 'web'))
  const own = toManifest(manifest, [...packages, runtime].sort())
  writeJson(path.join(folder, 'package.json'), own)
  const { scripts: _scripts, imports: _imports, type: _type, private: _private, allowScripts: _allow, ...locked } = own
  writeJson(path.join(folder, 'package-lock.json'), makeLock(readJson<Lock>(path.join(root, 'package-lock.json')), locked))
  // Tells bootstrap.mjs that nothing needs building.
  writeJson(path.join(folder, 'release.json'), { version: manifest.version })
  return { name, folder, packages: Object.keys(own.dependencies) }
}

function toManifest({ name, version, license, type, imports, dependencies, allowScripts }: Manifest, packages: readonly string[]) {
  return {
    name,
    version,
    license,
    private: true,
    type,
    engines: { node: '>=20' },
    imports,
    scripts: Object.fromEntries(verbs.map((verb) => [verb, `${verb === 'start' ? 'exec ' : ''}node scripts/bootstrap.mjs ${verb}`])),
    dependencies: Object.fromEntries(packages.map((dependency) => [dependency, dependencies[dependency] ?? ''])),
    allowScripts,
  }
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

type LockedPackage = {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  dev?: boolean
  devOptional?: boolean
  [more: string]: unknown
}

export type Lock = { name: string; version: string; lockfileVersion: number; requires: boolean; packages: Record<string, LockedPackage> }

/**
 * The part of a package lock that these packages need, so that `npm ci` installs the tested versions.
 * @throws Error for a package missing from the lock
 */
export function makeLock(lock: Lock, manifest: { name: string; version: string; dependencies: Record<string, string>; [more: string]: unknown }): Lock {
  const places = new Set<string>()
  const queue = Object.keys(manifest.dependencies).map((name) => requirePlace(lock, name, ''))
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (places.has(place)) continue
    places.add(place)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[place] ?? {}
    const isOptional = (name: string): boolean => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const inner = findPlace(lock, name, place)
      if (inner !== undefined) queue.push(inner)
      else if (!isOptional(name)) throw new Error(`package-lock.json lacks ${name}, which ${place} needs`)
    }
  }
  const { name, version, ...root } = manifest
  const packages = [...places].sort().map((place): [string, LockedPackage] => {
    const { dev: _dev, devOptional, ...locked } = lock.packages[place] ?? {}
    return [place, { ...locked, ...(devOptional === true && { optional: true }) }]
  })
  return { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages: { '': { name, version, ...root }, ...Object.fromEntries(packages) } }
}

/** Node's resolution: nearest node_modules first. */
function findPlace(lock: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock.packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

function requirePlace(lock: Lock, name: string, from: string): string {
  const place = findPlace(lock, name, from)
  if (place === undefined) throw new Error(`package-lock.json lacks ${name}`)
  return place
}
