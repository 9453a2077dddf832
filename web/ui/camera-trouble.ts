/** Why there is no picture: no camera, none for this page, or one that does not start, most often because something else uses it. */
export type CameraTrouble = 'none' | 'denied' | 'failed'

/** What `getUserMedia` refuses with, by what a person can do about it. */
export function errorToCameraTrouble(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}
