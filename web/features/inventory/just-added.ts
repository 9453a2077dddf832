import { create } from 'zustand'

/** Products added since the filter was set; they are shown even when it does not match them. */
export const useJustAdded = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export const rememberAdded = (id: string | undefined): void => {
  if (id !== undefined) useJustAdded.setState(({ ids }) => ({ ids: new Set([...ids, id]) }))
}

export const forgetAdded = (): void => useJustAdded.setState(({ ids }) => (ids.size === 0 ? { ids } : { ids: new Set() }))
