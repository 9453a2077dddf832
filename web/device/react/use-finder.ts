import { useEffect, useState } from 'react'
import type { Finder } from '../lists/find/finder.ts'
import { useDevice } from './provider.tsx'

/** `version` increases when results may have changed. */
type FinderState = { finder: Finder | undefined; version: number; hasFailed: boolean }

const unopened: FinderState = { finder: undefined, version: 0, hasFailed: false }

/** Search over all rows of a shop. Opened on first use, closed when the shop changes. */
export function useFinder(shopId: string, isWanted: boolean): FinderState {
  const device = useDevice()
  const [state, setState] = useState(unopened)
  const [isAsked, setIsAsked] = useState(isWanted)
  if (isWanted && !isAsked) setIsAsked(true)
  // Preload the code; on failure the import is repeated at first use.
  useEffect(() => void import('../lists/find/finder.ts').catch(() => undefined), [])
  useEffect(() => {
    if (!isAsked) return undefined
    let isOver = false
    let opened: Finder | undefined
    void device.lists.openFinder(shopId).then(
      (finder) => {
        if (isOver) return finder.close()
        opened = finder
        setState(({ version }) => ({ finder, version: version + 1, hasFailed: false }))
        let isDue = false
        finder.subscribe(() => {
          if (isDue) return
          isDue = true
          // Changes come in bursts: answer each burst once.
          setTimeout(() => {
            isDue = false
            if (!isOver) setState((before) => ({ ...before, version: before.version + 1 }))
          }, 0)
        })
      },
      () => isOver || setState({ ...unopened, hasFailed: true }),
    )
    return () => {
      isOver = true
      opened?.close()
      setState(unopened)
    }
  }, [device, shopId, isAsked])
  return state
}
