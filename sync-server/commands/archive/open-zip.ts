import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/** The file cannot be imported; the message is for the user. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** Zip bomb limit: our text entries compress about 10:1. */
const growthMost = 250
const entriesMost = 5_000_000
/** One row with its history. */
const lineMaxLength = 16_000_000

export type OpenZip = {
  has: (name: string) => boolean
  /** Reads a small entry whole. @throws ArchiveError when it is missing or larger than `maxBytes` */
  readBytes: (name: string, maxBytes: number) => Promise<Uint8Array<ArrayBuffer>>
  readJson: (name: string) => Promise<unknown>
  /** Yields the rows of a JSON array with one row per line. */
  readRows: (name: string) => AsyncGenerator<unknown>
  close: () => void
}

const openFile = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

/**
 * Opens a zip by its directory without extracting to disk. Refuses path traversal, duplicate or encrypted entries, and
 * zip bombs.
 * @throws ArchiveError
 */
export async function openZip(file: string): Promise<OpenZip> {
  const zip = await openFile(file, { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }).catch((error: unknown) => {
    throw new ArchiveError(`This is no zip that can be read: ${toMessage(error)}`)
  })
  const entries = await listEntries(zip).catch((error: unknown) => {
    zip.close()
    throw error instanceof ArchiveError ? error : new ArchiveError(`This is no zip that can be read: ${toMessage(error)}`)
  })
  const open = (name: string): Promise<Readable> => {
    const entry = entries.get(name)
    if (entry === undefined) throw new ArchiveError(`The zip has no ${name}.`)
    return new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(new ArchiveError(`${name} cannot be read: ${error.message}`))))
    })
  }
  const readBytes = async (name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
    const size = entries.get(name)?.uncompressedSize ?? 0
    if (size > maxBytes) throw new ArchiveError(`${name} is larger than it can be.`)
    const parts: Buffer[] = []
    try {
      for await (const part of await open(name)) parts.push(part as Buffer)
    } catch (error) {
      throw asArchiveError(name, error)
    }
    return new Uint8Array(Buffer.concat(parts))
  }
  return {
    has: (name) => entries.has(name),
    readBytes,
    async readJson(name) {
      return parseJson(name, new TextDecoder().decode(await readBytes(name, lineMaxLength)))
    },
    readRows: async function* (name) {
      try {
        for await (const line of toLines(name, await open(name))) {
          const text = line.replace(/,$/, '')
          if (text !== '' && text !== '[' && text !== ']' && text !== '[]') yield parseJson(name, text)
        }
      } catch (error) {
        throw asArchiveError(name, error)
      }
    },
    close: () => zip.close(),
  }
}

async function* toLines(name: string, stream: Readable): AsyncGenerator<string> {
  let length = 0
  stream.on('data', (part: Buffer) => {
    length = part.includes(10) ? part.length - part.lastIndexOf(10) : length + part.length
    if (length > lineMaxLength) stream.destroy(new ArchiveError(`${name} has a line that is longer than a row can be.`))
  })
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
  // readline does not report errors of its input stream.
  const broken = new Promise<never>((_resolve, reject) => stream.once('error', reject))
  broken.catch(() => lines.close())
  yield* lines
  if (stream.errored !== null) throw stream.errored
}

function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let [stored, grown] = [0, 0]
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      stored += entry.compressedSize
      grown += entry.uncompressedSize
      const fault = findFault(entries, entry) ?? (grown > 10_000_000 && grown > stored * growthMost ? 'The zip grows out of all proportion.' : undefined)
      if (fault !== undefined) return reject(new ArchiveError(fault))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function findFault(entries: ReadonlyMap<string, Entry>, entry: Entry): string | undefined {
  if (entries.has(entry.fileName)) return `The zip has ${entry.fileName} twice.`
  if (entry.isEncrypted()) return 'The zip is encrypted.'
  return entries.size >= entriesMost ? 'The zip has more files than an export can have.' : undefined
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError(`${name} is not as Mainspring writes it.`)
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const asArchiveError = (name: string, error: unknown): ArchiveError =>
  error instanceof ArchiveError ? error : new ArchiveError(`${name} cannot be read: ${toMessage(error)}`)
