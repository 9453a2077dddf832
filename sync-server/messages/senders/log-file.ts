import { appendFile, readFile } from 'node:fs/promises'
import type { Sender } from './sender.ts'

/** Writes messages to a file, for trying out: one JSON object a line, readable by the server's own user only. */
export const createFileSender = (file: string): Sender => ({
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
