import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../tools/command-line.ts'

/** The sources that a generator adds to. Nothing is written before everything is known to fit. */
export type Tree = {
  read: (file: string) => string
  list: (folder: string) => string[]
  /** @throws CommandError where there is one already */
  add: (file: string, text: string) => void
  /** Puts `line` in front of what `before` finds. @throws CommandError where it finds nothing */
  insert: (file: string, before: RegExp, line: string) => void
  /** Writes and formats; answers the files in the order in which they were named. */
  write: () => string[]
}

/** `root`: the repository. */
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
