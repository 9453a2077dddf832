import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** Which forms hold text that is not saved: the update button and closing the page ask first while there are any. */
const useUnsavedForms = create<{ formIds: ReadonlySet<string> }>(() => ({ formIds: new Set() }))

/** A form calls this with its dirty state for as long as it is on screen. */
export function useUnsavedText(isDirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isDirty) return undefined
    useUnsavedForms.setState(({ formIds }) => ({ formIds: new Set([...formIds, id]) }))
    return () => useUnsavedForms.setState(({ formIds }) => ({ formIds: new Set([...formIds].filter((other) => other !== id)) }))
  }, [id, isDirty])
}

export const hasUnsavedText = (): boolean => useUnsavedForms.getState().formIds.size > 0
