import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import path from 'node:path'

/** Not tests, and not what editors put beside a file while they save it. */
const isSource = (name: string): boolean => /\.(?:ts|mjs|json)$/.test(name) && !name.endsWith('.test.ts')

/** Gathers what one save of several files, or one change of branch, sets off. */
const quietMs = 150

/**
 * Tells when a source file in one of these folders, or below it, is written, added or removed: once for what happens together, with one of
 * the files. Each folder has a watcher: the recursive one of Node loses a file on Linux as soon as an editor has replaced it.
 */
export function watchFolders(folders: readonly string[], onChange: (file: string) => void): { close: () => void } {
  const watcherByFolder = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const noteChange = (file: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => onChange(file), quietMs)
  }
  const watchTree = (folder: string): string[] => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || isSource(name)) return noteChange(path.join(folder, name ?? ''))
      const inner = path.join(folder, name)
      // A folder that came back, or came new, needs watchers; one that went takes its own along.
      forget(inner)
      if (isFolder(inner) && watchTree(inner).some(isSource)) noteChange(inner)
    })
    watcher.on('error', () => forget(folder))
    watcherByFolder.set(folder, watcher)
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? watchTree(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
    )
  }
  const forget = (gone: string): void => {
    for (const [folder, watcher] of watcherByFolder) {
      if (folder !== gone && !folder.startsWith(gone + path.sep)) continue
      watcher.close()
      watcherByFolder.delete(folder)
    }
  }
  for (const folder of folders) watchTree(folder)

  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watcherByFolder.values()) watcher.close()
    },
  }
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
