import { useEffect, useState } from 'react'

const pauseMs = 300

/** What was typed, once the typing pauses: the server need not look for each letter. Emptying takes effect at once. */
export function usePausedText(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
