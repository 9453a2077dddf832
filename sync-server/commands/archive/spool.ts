import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

/** Where in the spool something lies. */
export type Span = { from: number; length: number }

/** What was made quickly and is taken slowly: a temporary file that has no name, so that nothing of it outlives the process. */
export type Spool = {
  /** Of one writer at a time. */
  write: (parts: AsyncIterable<string>) => Promise<Span>
  read: (span: Span) => Readable
  /** Waits for reads and writes on their way; those that follow fail. */
  close: () => Promise<void>
}

/** Of what is written or read at once, about. */
const partBytes = 256 * 1024

export async function openSpool(): Promise<Spool> {
  const file = path.join(tmpdir(), `mainspring-spool-${randomUUID()}`)
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  let end = 0
  const append = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, end)
      written += bytesWritten
      end += bytesWritten
    }
  }
  const readParts = async function* ({ from, length }: Span): AsyncGenerator<Uint8Array> {
    for (let place = 0; place < length;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(partBytes, length - place)), { position: from + place })
      if (bytesRead === 0) throw new Error('The spool ends too early')
      yield buffer.subarray(0, bytesRead)
      place += bytesRead
    }
  }
  return {
    async write(parts) {
      const from = end
      let waiting = ''
      for await (const part of parts) {
        waiting += part
        if (waiting.length < partBytes) continue
        await append(waiting)
        waiting = ''
      }
      await append(waiting)
      return { from, length: end - from }
    },
    read: (span) => Readable.from(readParts(span), { objectMode: false }),
    close: () => handle.close(),
  }
}
