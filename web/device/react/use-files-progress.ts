import { useSyncExternalStore } from 'react'
import type { FilesProgress } from '../files/files-port.ts'
import { useDevice } from './provider.tsx'

/** How contents of files stand, for what is always in sight. */
export function useFilesProgress(): FilesProgress {
  const { progress } = useDevice().files
  return useSyncExternalStore(progress.subscribe, progress.get)
}
