import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** File texts by path from the root, with forward slashes; '' for pictures and data. */
export type Tree = ReadonlyMap<string, string>

export const parts = ['schema', 'sync-server', 'web', 'scripts'] as const

const isText = (file: string): boolean => /\.(?:tsx?|mjs|md|css|html)$/.test(file)
export const isCode = (file: string): boolean => /\.(?:tsx?|mjs)$/.test(file)

export const isTest = (file: string): boolean =>
  /\.(?:test|spec)\.tsx?$|\/test-[^/]*\.tsx?$|\/testing\/|^web\/e2e\/|^scripts\/process-tests\//.test(file) && !file.startsWith('scripts/tools/test-')

export function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const readFolder = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const file = `${folder}/${entry.name}`
      if (entry.isDirectory()) readFolder(file)
      else tree.set(file, isText(file) ? readFileSync(path.join(root, file), 'utf8') : '')
    }
  }
  for (const part of parts) readFolder(part)
  return tree
}
