import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../tools/command-line.ts'

/** Sources a generator edits. Nothing is written until `write`. */
export type Tree = {
  read: (file: string) => string
  list: (folder: string) => string[]
  /** @throws CommandError if the file exists */
  add: (file: string, text: string) => void
  /** Inserts `line` before the match. @throws CommandError without a match */
  insert: (file: string, before: RegExp, line: string) => void
  change: (file: string, toText: (text: string) => string) => void
  /** Writes and formats; returns the files in order of first use. */
  write: () => string[]
}

export function openTree(root: string): Tree {
  const textByFile = new Map<string, string>()
  const read = (file: string): string => textByFile.get(file) ?? readFileSync(path.join(root, file), 'utf8')
  return {
    read,
    list: (folder) => readdirSync(path.join(root, folder)).toSorted(),
    add(file, text) {
      if (existsSync(path.join(root, file))) throw new CommandError(`${file} is there already.`)
      textByFile.set(file, text)
    },
    insert(file, before, line) {
      const text = read(file)
      const at = text.search(before)
      if (at < 0) throw new CommandError(`${file} is not as this command expects it: enter by hand\n  ${line.trim()}`)
      textByFile.set(file, text.slice(0, at) + line + text.slice(at))
    },
    change: (file, toText) => void textByFile.set(file, toText(read(file))),
    write() {
      const files = [...textByFile.keys()]
      for (const file of files) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
        writeFileSync(path.join(root, file), read(file))
      }
      spawnSync(path.join(root, 'node_modules', '.bin', 'oxfmt'), files, { cwd: root, stdio: 'ignore' })
      return files
    },
  }
}
