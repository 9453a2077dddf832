import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Violations by file, folder or name, each with an instruction. */
type Findings = ReadonlyMap<string, string>

/** Allowed violations with their reason, by the same keys. */
export type Exceptions = Readonly<Record<string, string>>

export const judge = (findings: Findings, exceptions: Exceptions, listName: string): string[] => [
  ...[...findings].flatMap(([key, sentence]) => (key in exceptions ? [] : [sentence])),
  ...Object.keys(exceptions)
    .filter((key) => !findings.has(key))
    .map((key) => `${key} needs no exception any more: take it out of ${listName} in scripts/tools/rooms/exceptions.ts.`),
]

const maxLines = 400

export function findLongFiles(tree: Tree): Findings {
  const lengths = [...tree].filter(([file]) => isCode(file) && !isTest(file)).map(([file, text]) => [file, text.trimEnd().split('\n').length] as const)
  return new Map(
    lengths
      .filter(([, lines]) => lines > maxLines)
      .map(([file, lines]) => [file, `${file} has ${lines} lines, more than ${maxLines}: find its second job and give that a file of its own.`]),
  )
}

/** Names allowed in every folder. */
const conventionalNames: ReadonlySet<string> = new Set([
  'README.md',
  'feature.ts',
  'feature.tsx',
  'drafts.tsx',
  'form.ts',
  'index.ts',
  'main.tsx',
  'tsconfig.json',
])

/**
 * Files with equal names, which look alike in tabs and stack traces. A name declared in schema/collections or
 * schema/api may occur once per room of schema and server.
 */
export function findSharedNames(tree: Tree): Findings {
  const filesByName = new Map<string, string[]>()
  for (const file of tree.keys()) {
    const name = toName(file)
    if (!conventionalNames.has(name) && !isTyped(file) && !/^(?:web\/public|schema\/texts)\//.test(file))
      filesByName.set(name, [...(filesByName.get(name) ?? []), file])
  }
  const isDeclared = (files: readonly string[]): boolean => files.some((file) => /^schema\/(?:collections|api)\//.test(file))
  const isOnePerFloor = (files: readonly string[]): boolean =>
    files.every((file) => /^(?:schema|sync-server)\//.test(file)) && new Set(files.map(toFloor)).size === files.length
  return new Map(
    [...filesByName]
      .filter(([, files]) => files.length > 1 && !(isDeclared(files) && isOnePerFloor(files)))
      .map(([name, files]) => [name, `${files.join(' and ')} have one name: say in the name what each is for, as in ${toExample(files.at(-1) ?? '')}.`]),
  )
}

/** Files that users run by name: `npm run restore`, `npm run bench -- --only push`. */
const isTyped = (file: string): boolean => /^scripts\/(?:bench\/measures\/)?[^/]+\.ts$/.test(file)

const toExample = (file: string): string => `${toFolder(file).split('/').at(-1)}-${toName(file)}`
const toFloor = (file: string): string => file.split('/', 2).join('/')

const typedRooms = /^(?:web\/device\/(?:outbox|rows)|sync-server\/store)\//
const looseType = /\bas never\b|\bas unknown as\b|(?<![\w.])any\b(?!\s*[:(?])/g

/** `any`, `as never` and `as unknown as` on the write paths, keyed `sync-server/store/write-rows.ts: as unknown as`. */
export function findLooseTypes(tree: Tree): Findings {
  const findings = new Map<string, string>()
  for (const [file, text] of tree) {
    if (!typedRooms.test(file) || !isCode(file) || isTest(file)) continue
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*$|'[^'\n]*'|"[^"\n]*"/gm, (part) => part.replace(/[^\n]/g, ' '))
    for (const match of code.matchAll(looseType)) {
      const [word] = match
      const line = code.slice(0, match.index).split('\n').length
      findings.set(
        `${file}: ${word}`,
        `${file}:${line} says "${word}" at the write path. Give it its type, or put the cast into one named helper that says why it holds.`,
      )
    }
  }
  return findings
}

const toFolder = (file: string): string => file.slice(0, file.lastIndexOf('/'))
const toName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** File texts by path from the root, with forward slashes; '' for pictures and data. */
type Tree = ReadonlyMap<string, string>

const parts = ['schema', 'sync-server', 'web', 'scripts'] as const

const isText = (file: string): boolean => /\.(?:tsx?|mjs|md|css|html)$/.test(file)
const isCode = (file: string): boolean => /\.(?:tsx?|mjs)$/.test(file)

const isTest = (file: string): boolean =>
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
