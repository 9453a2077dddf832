import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** Forms with unsaved text: updating and closing the page ask first while there are any. */
const useUnsavedForms = create<{ formIds: ReadonlySet<string> }>(() => ({ formIds: new Set() }))

export function useUnsavedText(isDirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isDirty) return undefined
    useUnsavedForms.setState(({ formIds }) => ({ formIds: new Set([...formIds, id]) }))
    return () => useUnsavedForms.setState(({ formIds }) => ({ formIds: new Set([...formIds].filter((other) => other !== id)) }))
  }, [id, isDirty])
}

export const hasUnsavedText = (): boolean => useUnsavedForms.getState().formIds.size > 0
