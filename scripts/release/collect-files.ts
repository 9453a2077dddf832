import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Collected = {
  /** Paths from the root, with forward slashes. */
  files: Set<string>
  packages: Set<string>
}

/** `import type` vanishes when types are stripped; everything else is loaded. */
const importPatterns = [/^[ \t]*(?:import|export)\s(?!\s*type\s)[^'"`;=]*?\sfrom\s+'([^']+)'/gm, /^[ \t]*import\s+'([^']+)'/gm, /\bimport\(\s*'([^']+)'\s*\)/g]

/** Every file that these programs load, and every package, by following what they import. */
export function collectFiles(root: string, entries: readonly string[]): Collected {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }
  const found: Collected = { files: new Set(), packages: new Set() }
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.files.has(file)) continue
    if (!existsSync(path.join(root, file))) throw new Error(`${file} is imported, but there is no such file`)
    found.files.add(file)
    if (!/\.(?:ts|mjs)$/.test(file)) continue
    for (const specifier of readImports(readFileSync(path.join(root, file), 'utf8'))) {
      const inner = toFile(specifier, file, imports)
      if (inner !== undefined) queue.push(inner)
      else if (!specifier.startsWith('node:')) found.packages.add(toPackageName(specifier))
    }
  }
  return found
}

export const readImports = (text: string): string[] =>
  importPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => specifier as string))

/** A file of ours from the root; undefined for a package. */
function toFile(specifier: string, importer: string, imports: Record<string, string>): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier)
  if (!specifier.startsWith('#')) return undefined
  const [pattern, target] =
    Object.entries(imports).find(([name]) => specifier === name || (name.endsWith('*') && specifier.startsWith(name.slice(0, -1)))) ?? []
  if (pattern === undefined || target === undefined) throw new Error(`${importer} imports ${specifier}, which package.json does not know`)
  return path.posix.normalize(target.replace('*', specifier.slice(pattern.length - 1)))
}

const toPackageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
