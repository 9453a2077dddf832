import type { FilePart } from '../platform/server-port.ts'
import { type FilesStore, type KeptFile, type KeptMark, type PendingFile, removePending } from './files-store.ts'

/** Size limit of kept contents; the least recently used are dropped. */
const keptMaxBytes = 200_000_000
/** Sent contents may exceed the limit by 1/20 between trims. */
const trimsPerLimit = 20

const toKey = (id: string, part: FilePart): string => `${id}/${part}`

/** Cache of contents that the server has; all can be fetched again. */
export class KeptFiles {
  readonly #store: FilesStore
  readonly #maxBytes: number
  readonly #now: () => number
  #untrimmedBytes = 0

  constructor(store: FilesStore, now: () => number, maxBytes = keptMaxBytes) {
    this.#store = store
    this.#now = now
    this.#maxBytes = maxBytes
  }

  async read(id: string, part: FilePart): Promise<Blob | undefined> {
    const key = toKey(id, part)
    const found = (await this.#store.kept.get(key).catch(() => undefined)) ?? (await this.#readSent(id, part).catch(() => undefined))
    if (found === undefined) return undefined
    void this.#store.marks.update(key, { usedAt: this.#now() }).catch(() => undefined)
    return new Blob([found.bytes], { type: found.mimeType })
  }

  /** Ids of the files whose contents are here, not just a thumbnail. */
  async listContentIds(): Promise<string[]> {
    const keys = await this.#store.marks.toCollection().primaryKeys()
    return keys.flatMap((key) => (key.endsWith('/content') ? [key.slice(0, key.indexOf('/'))] : []))
  }

  /** The bytes as they were sent or fetched. */
  async readFile(id: string): Promise<Pick<PendingFile, 'content' | 'thumbnail' | 'thumbnailType'> | undefined> {
    const [content, thumbnail] = await Promise.all([this.read(id, 'content'), this.read(id, 'thumbnail')])
    if (content === undefined) return undefined
    return {
      content: await content.arrayBuffer(),
      thumbnail: (await thumbnail?.arrayBuffer()) ?? null,
      thumbnailType: thumbnail?.type ?? null,
    }
  }

  /** The file waits to be sent again, with bytes of its own. */
  async release(id: string): Promise<void> {
    const keys = [toKey(id, 'content'), toKey(id, 'thumbnail')]
    await this.#store.transaction('rw', this.#store.kept, this.#store.marks, () =>
      Promise.all([this.#store.kept.bulkDelete(keys), this.#store.marks.bulkDelete(keys)]),
    )
  }

  async has(id: string, part: FilePart): Promise<boolean> {
    return (await this.#store.marks.get(toKey(id, part)).catch(() => undefined)) !== undefined
  }

  async keep(id: string, part: FilePart, content: Blob): Promise<void> {
    if (content.size > this.#maxBytes) return
    const [key, bytes] = [toKey(id, part), await content.arrayBuffer()]
    const { kept, marks } = this.#store
    const put = (): Promise<unknown> =>
      this.#store.transaction('rw', kept, marks, async () => {
        await kept.put({ key, bytes, mimeType: content.type })
        await marks.put({ key, byteSize: content.size, usedAt: this.#now() })
      })
    await put().catch(() => undefined)
    await this.#trim().catch(() => undefined)
  }

  /**
   * Turns a sent content into a kept one in one step, without moving its bytes, which would write them again. Without
   * room for its KeptMark, it is only removed from the pending ones.
   */
  async takeOver({ id, content, thumbnail, thumbnailType, facts }: PendingFile): Promise<void> {
    const usedAt = this.#now()
    const sent: KeptMark[] = [{ key: toKey(id, 'content'), byteSize: content.byteLength, usedAt, mimeType: facts.mimeType }]
    if (thumbnail !== null) sent.push({ key: toKey(id, 'thumbnail'), byteSize: thumbnail.byteLength, usedAt, mimeType: thumbnailType ?? 'image/jpeg' })
    const { marks, pending } = this.#store
    const move = (): Promise<unknown> => this.#store.transaction('rw', pending, marks, () => Promise.all([marks.bulkPut(sent), pending.delete(id)]))
    await move().catch(() => removePending(this.#store, [id]))
    this.#untrimmedBytes += sumBytes(sent)
    if (this.#untrimmedBytes > this.#maxBytes / trimsPerLimit) await this.#trim().catch(() => undefined)
  }

  async #readSent(id: string, part: FilePart): Promise<Omit<KeptFile, 'key'> | undefined> {
    const [mark, sent] = await Promise.all([this.#store.marks.get(toKey(id, part)), this.#store.bytes.get(id)])
    const bytes = part === 'content' ? sent?.content : sent?.thumbnail
    return mark?.mimeType === undefined || !bytes ? undefined : { bytes, mimeType: mark.mimeType }
  }

  async #trim(): Promise<void> {
    this.#untrimmedBytes = 0
    const marks = await this.#store.marks.orderBy('usedAt').toArray()
    let total = sumBytes(marks)
    const old: KeptMark[] = []
    for (const mark of marks) {
      if (total <= this.#maxBytes) break
      total -= mark.byteSize
      old.push(mark)
    }
    if (old.length > 0) await this.#drop(old)
  }

  async #drop(dropped: readonly KeptMark[]): Promise<void> {
    const { bytes, kept, marks, pending } = this.#store
    const keys = dropped.map(({ key }) => key)
    await this.#store.transaction('rw', [bytes, kept, marks, pending], async () => {
      await Promise.all([kept.bulkDelete(keys), marks.bulkDelete(keys)])
      for (const { key, mimeType } of dropped) {
        const [id = ''] = key.split('/')
        if (mimeType === undefined || (await pending.get(id)) !== undefined) continue
        const left = await marks.bulkGet([toKey(id, 'content'), toKey(id, 'thumbnail')])
        if (left.every((mark) => mark === undefined)) await bytes.delete(id)
        else if (left[0] === undefined) await bytes.update(id, { content: new ArrayBuffer(0) })
      }
    })
  }
}

const sumBytes = (marks: readonly KeptMark[]): number => marks.reduce((sum, { byteSize }) => sum + byteSize, 0)
