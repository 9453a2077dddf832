import type { FilePart } from '../platform/server-port.ts'
import { type FilesStore, type KeptFile, type PendingFile, removePending } from './files-store.ts'

/** Looked-at contents stay within this; the oldest go first. */
export const keptMaxBytes = 200_000_000

const toKey = (id: string, part: FilePart): string => `${id}/${part}`

/** Contents that the server has, as they were looked at here. They can be fetched again: whatever goes wrong here loses nothing. */
export class KeptFiles {
  readonly #store: FilesStore
  readonly #maxBytes: number
  readonly #now: () => number

  constructor(store: FilesStore, now: () => number, maxBytes = keptMaxBytes) {
    this.#store = store
    this.#now = now
    this.#maxBytes = maxBytes
  }

  async read(id: string, part: FilePart): Promise<Blob | undefined> {
    const key = toKey(id, part)
    const found = await this.#store.kept.get(key).catch(() => undefined)
    if (found === undefined) return undefined
    void this.#store.marks.update(key, { usedAt: this.#now() }).catch(() => undefined)
    return new Blob([found.bytes], { type: found.mimeType })
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
   * Takes over a content that the server has got, in one step with its end of waiting: at no time it is in neither place, and a device
   * that sends many writes each once. Where there is no room to keep it, it only stops waiting.
   */
  async takeOver({ id, content, thumbnail, thumbnailType, facts }: PendingFile): Promise<void> {
    const { bytes, kept, marks, pending } = this.#store
    const files: KeptFile[] = [{ key: toKey(id, 'content'), bytes: content, mimeType: facts.mimeType }]
    if (thumbnail !== null) files.push({ key: toKey(id, 'thumbnail'), bytes: thumbnail, mimeType: thumbnailType ?? 'image/jpeg' })
    const fitting = files.filter((file) => file.bytes.byteLength <= this.#maxBytes)
    const usedAt = this.#now()
    const move = (): Promise<void> =>
      this.#store.transaction('rw', [pending, bytes, kept, marks], async () => {
        await kept.bulkPut(fitting)
        await marks.bulkPut(fitting.map((file) => ({ key: file.key, byteSize: file.bytes.byteLength, usedAt })))
        await removePending(this.#store, [id])
      })
    await move().catch(() => removePending(this.#store, [id]))
    await this.#trim().catch(() => undefined)
  }

  async forget(id: string): Promise<void> {
    const keys = [toKey(id, 'content'), toKey(id, 'thumbnail')]
    await this.#drop(keys).catch(() => undefined)
  }

  async clear(): Promise<void> {
    const { kept, marks } = this.#store
    await this.#store.transaction('rw', kept, marks, () => Promise.all([kept.clear(), marks.clear()]))
  }

  async #trim(): Promise<void> {
    const marks = await this.#store.marks.orderBy('usedAt').toArray()
    let total = marks.reduce((sum, { byteSize }) => sum + byteSize, 0)
    const old: string[] = []
    for (const { key, byteSize } of marks) {
      if (total <= this.#maxBytes) break
      total -= byteSize
      old.push(key)
    }
    if (old.length > 0) await this.#drop(old)
  }

  async #drop(keys: string[]): Promise<void> {
    const { kept, marks } = this.#store
    await this.#store.transaction('rw', kept, marks, () => Promise.all([kept.bulkDelete(keys), marks.bulkDelete(keys)]))
  }
}
