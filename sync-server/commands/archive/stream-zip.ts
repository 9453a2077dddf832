import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A byte range in the spool. */
type Span = { from: number; length: number }

/** Buffers data between a fast writer and a slow reader in an unlinked temporary file, which disappears with the process. */
type Spool = {
  /** One writer at a time. */
  write: (parts: AsyncIterable<string>) => Promise<Span>
  read: (span: Span) => Readable
  /** Waits for running reads and writes; later ones fail. */
  close: () => Promise<void>
}

const partBytes = 256 * 1024

async function openSpool(): Promise<Spool> {
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

export type ZipTarget = {
  /** Aborts when the reader disconnects or has read everything. */
  signal: AbortSignal
  addBytes: (name: string, bytes: string | Uint8Array, compress?: boolean) => void
  addSpooled: (name: string, parts: AsyncIterable<string>) => Promise<void>
  /** Resolves once the reader has consumed it. */
  addFile: (name: string, content: Uint8Array) => Promise<void>
}

/**
 * Streams what `fill` adds as a zip. Rows are spooled, so that a slow reader does not keep their snapshot open.
 * `now`: the time of each entry.
 */
export async function streamZip(now: Date, fill: (target: ZipTarget) => Promise<void>): Promise<Readable> {
  const spool = await openSpool()
  const zip = new ZipFile()
  const output = toReadable(zip)
  zip.on('error', (error: Error) => output.destroy(error))
  // yazl does not handle errors of the streams it reads.
  const orBreakOff = (stream: Readable): Readable => stream.once('error', (error) => output.destroy(error))
  const leaving = new AbortController()
  output.once('close', () => {
    leaving.abort()
    void spool.close()
  })
  const target: ZipTarget = {
    signal: leaving.signal,
    addBytes: (name, bytes, compress = true) =>
      zip.addBuffer(typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes), name, { mtime: now, compress }),
    async addSpooled(name, parts) {
      const span = await spool.write(parts)
      zip.addReadStreamLazy(name, { mtime: now }, (give) => give(null, orBreakOff(spool.read(span))))
    },
    addFile: (name, content) =>
      new Promise((resolve, reject) => {
        const stream = Readable.from([content], { objectMode: false, signal: leaving.signal })
        stream.once('error', reject).once('close', resolve)
        zip.addReadStreamLazy(name, { mtime: now, compress: false }, (give) => give(null, stream))
      }),
  }
  // On failure, leave the zip incomplete so that no program accepts it.
  fill(target)
    .then(() => zip.end())
    .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

/** The types understate it: it is a PassThrough. */
const toReadable = ({ outputStream }: ZipFile): Readable => outputStream as Readable
