import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readImports, readPackagePaths, specifierToFile } from '#scripts/tools/rooms/read-imports.ts'

export type Collected = {
  /** Paths from the root, with forward slashes. */
  files: Set<string>
  packages: Set<string>
}

/** Every file that these programs load, and every package, by following what they import. */
export function collectFiles(root: string, entries: readonly string[]): Collected {
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
