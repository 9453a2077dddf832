import { appendFile } from 'node:fs/promises'
import type { SmsSender } from './sms.ts'

/** Writes messages to a file, for development and tests: one JSON object a line, `{ at, to, text }`, readable by the server's own user only. */
export const createLogSender =
  (file: string): SmsSender =>
  ({ at, to, text }) =>
    appendFile(file, `${JSON.stringify({ at: at.toISOString(), to, text })}\n`, { mode: 0o600 })
