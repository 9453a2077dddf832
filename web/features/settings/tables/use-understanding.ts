import { useEffect, useState } from 'react'
import { type UnderstandInput, type Understanding, understandTable } from './understand-table.ts'

/** Recomputed with each change of the input; undefined meanwhile. */
export function useUnderstanding(input: UnderstandInput): Understanding | undefined {
  const [found, setFound] = useState<{ of: UnderstandInput; understanding: Understanding }>()
  useEffect(() => {
    const stopper = new AbortController()
    void understandTable(input, stopper.signal).then((understanding) => {
      if (understanding !== undefined && !stopper.signal.aborted) setFound({ of: input, understanding })
    })
    return () => stopper.abort()
  }, [input])
  return found?.of === input ? found.understanding : undefined
}
