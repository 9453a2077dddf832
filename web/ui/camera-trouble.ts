/** No camera, no permission, or a failed start, usually because another app uses the camera. */
export type CameraTrouble = 'none' | 'denied' | 'failed'

/** Groups `getUserMedia` errors by what the user can do. */
export function errorToCameraTrouble(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}
