import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import path from 'node:path'

/** Excludes tests and editors' temporary files. */
const isSource = (name: string): boolean => /\.(?:ts|mjs|json)$/.test(name) && !name.endsWith('.test.ts')

/** Batches the events of one save or branch switch. */
const quietMs = 150

/**
 * Reports changed source files in these folders, once per batch with one of the files. One watcher per folder: Node's
 * recursive watcher loses a file on Linux when an editor replaces it.
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
      // New or recreated folders need watchers; those of removed folders end.
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
