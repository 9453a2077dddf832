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
