import { useEffect, useState } from 'react'

/** Runs a generator in steps that yield to rendering; the previous result stays meanwhile. Memoize `start`: a new function starts over. */
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
