import { useSyncExternalStore } from 'react'
import type { FilesProgress } from '../files/files-port.ts'
import { useDevice } from './provider.tsx'

export function useFilesProgress(): FilesProgress {
  const { progress } = useDevice().files
  return useSyncExternalStore(progress.subscribe, progress.get)
}
