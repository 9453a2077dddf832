import { readFileSync } from 'node:fs'
import path from 'node:path'

/** `isTypeOnly`: `import type` and `export type`, which load nothing. */
type Import = { specifier: string; isTypeOnly: boolean }

const fromPattern = /^[ \t]*(?:import|export)\s(\s*type\s)?[^'"`;=]*?\sfrom\s+'([^']+)'/gm
const barePatterns = [/^[ \t]*import\s+'([^']+)'/gm, /\bimport\(\s*'([^']+)'\s*\)/g]

export const readImports = (text: string): Import[] => [
  ...[...text.matchAll(fromPattern)].map(([, type, specifier]) => ({ specifier: specifier as string, isTypeOnly: type !== undefined })),
  ...barePatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => ({ specifier: specifier as string, isTypeOnly: false }))),
]

/** `#web/*` and the like, from package.json. */
type PackagePaths = Readonly<Record<string, string>>

export const readPackagePaths = (root: string): PackagePaths =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: PackagePaths }).imports

/** Path from the root with forward slashes; undefined for a package. */
export function specifierToFile(specifier: string, importer: string, packagePaths: PackagePaths): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier)
  if (!specifier.startsWith('#')) return undefined
  const [pattern, target] =
    Object.entries(packagePaths).find(([name]) => specifier === name || (name.endsWith('*') && specifier.startsWith(name.slice(0, -1)))) ?? []
  if (pattern === undefined || target === undefined) throw new Error(`${importer} imports ${specifier}, which package.json does not know`)
  return path.posix.normalize(target.replace('*', specifier.slice(pattern.length - 1)))
}
