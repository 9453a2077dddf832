import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readImports, readPackagePaths, specifierToFile } from './read-imports.ts'

/** The texts of the four parts' files by path from the root, with forward slashes; '' for pictures and data. */
export type Tree = ReadonlyMap<string, string>

export const parts = ['schema', 'sync-server', 'web', 'scripts'] as const

const isText = (file: string): boolean => /\.(?:tsx?|mjs|md|css|html)$/.test(file)
export const isCode = (file: string): boolean => /\.(?:tsx?|mjs)$/.test(file)

/** Tests, and the code that only tests load. */
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

/** Folders that contain rooms: the four parts, and within web the device and the features. */
const halls: readonly string[] = [...parts, 'web/device', 'web/features']

/** The room of a file, such as `web/device/outbox` or `sync-server/store`. A file beside the rooms of its part is a room of its own. */
function fileToRoom(file: string): string {
  const hall = halls.findLast((name) => file.startsWith(`${name}/`)) ?? ''
  const [first, ...more] = file.slice(hall.length + 1).split('/')
  return more.length === 0 ? file : `${hall}/${first}`
}

/** The folders that need a README. The features share one, and `web/public` needs none, because the browser gets it as it is. */
export function listRooms(tree: Tree): string[] {
  const rooms = new Set<string>()
  for (const file of tree.keys()) {
    const [part, room, inner, ...more] = file.split('/')
    if (inner === undefined || `${part}/${room}` === 'web/public') continue
    rooms.add(`${part}/${room}`)
    if (room === 'device' && more.length > 0) rooms.add(`web/device/${inner}`)
  }
  return [...rooms].sort()
}

export type Edge = { from: string; to: string; file: string; target: string; isTypeOnly: boolean }

/** The imports between files of different rooms, without those of tests, with type imports. */
export function listEdges(tree: Tree, root: string): Edge[] {
  const packagePaths = readPackagePaths(root)
  return [...tree].flatMap(([file, text]) => {
    if (!isCode(file) || isTest(file)) return []
    return readImports(text).flatMap(({ specifier, isTypeOnly }) => {
      const target = specifierToFile(specifier.replace(/\?.*$/, ''), file, packagePaths)
      if (target === undefined || !tree.has(target) || !isCode(target)) return []
      const [from, to] = [fileToRoom(file), fileToRoom(target)]
      return from === to ? [] : [{ from, to, file, target, isTypeOnly }]
    })
  })
}
