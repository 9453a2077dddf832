import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sender } from './sender.ts'

/** Appends messages to a file, for trials: one JSON object per line, readable by the server's user only. */
export const createFileSender = (file: string): Sender => ({
  instead: `No sender is set up: written to ${path.basename(file)}.`,
  send: async ({ id, at, to, subject, text }) => {
    try {
      await appendFile(file, `${JSON.stringify({ id, at: at.toISOString(), to, ...(subject !== null && { subject }), text })}\n`, { mode: 0o600 })
      return { outcome: 'taken' }
    } catch (error) {
      return { outcome: 'again', reason: `The file cannot be written: ${error instanceof Error ? error.message : 'unknown reason'}` }
    }
  },
  findOutcome: async (id) => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.includes(`{"id":"${id}",`) ? 'taken' : 'not taken'
  },
})
