import { useEffect, useState } from 'react'

/**
 * What a generator gives in the end: it is taken step by step, between which the screen answers. The former result stands while the next
 * one is counted. `start` is to be memoized: another one is another count.
 */
export function useSteps<Result>(start: (() => Generator<undefined, Result>) | undefined): { result: Result | undefined; isCounting: boolean } {
  const [last, setLast] = useState<{ start: unknown; result: Result }>()
  useEffect(() => {
    if (start === undefined) return undefined
    const steps = start()
    let timer: ReturnType<typeof setTimeout> | undefined
    const step = (): void => {
      const { done, value } = steps.next()
      if (done === true) setLast({ start, result: value })
      else timer = setTimeout(step, 0)
    }
    step()
    return () => clearTimeout(timer)
  }, [start])
  return { result: last?.result, isCounting: start !== undefined && last?.start !== start }
}
