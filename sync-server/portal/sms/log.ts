import { appendFile } from 'node:fs/promises'
import type { SmsSender } from './sms.ts'

/** For development and tests: appends one JSON object `{ at, to, text }` per line to a file that only the server's user can read. */
export const createLogSender =
  (file: string): SmsSender =>
  ({ at, to, text }) =>
    appendFile(file, `${JSON.stringify({ at: at.toISOString(), to, text })}\n`, { mode: 0o600 })
