import type { FilePart } from '../platform/server-port.ts'
import type { PendingEntry, PendingFile } from './files-store.ts'

/** Limit of the bytes held in blobs, which lie outside the page's heap. */
const heldMaxBytes = 64_000_000

type Held = { entry: PendingEntry; content: Blob; thumbnail: Blob | null; thumbnailType: string | null }

/** In-memory copies of unsent contents that this page added: the browser may clear the storage at any time. */
export class HeldFiles {
  readonly #maxBytes: number
  readonly #byId = new Map<string, Held>()

  constructor(maxBytes = heldMaxBytes) {
    this.#maxBytes = maxBytes
  }

  get ids(): string[] {
    return [...this.#byId.keys()]
  }

  get entries(): PendingEntry[] {
    return [...this.#byId.values()].map(({ entry }) => entry)
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  /** Drops the oldest beyond the limit. */
  hold({ content, thumbnail, thumbnailType, ...entry }: PendingFile): void {
    this.#byId.delete(entry.id)
    this.#byId.set(entry.id, {
      entry,
      content: new Blob([content], { type: entry.facts.mimeType }),
      thumbnail: thumbnail === null ? null : new Blob([thumbnail], { type: thumbnailType ?? 'image/jpeg' }),
      thumbnailType,
    })
    let total = [...this.#byId.values()].reduce((sum, held) => sum + toSize(held), 0)
    for (const [id, held] of this.#byId) {
      if (total <= this.#maxBytes) break
      total -= toSize(held)
      this.#byId.delete(id)
    }
  }

  follow(entry: PendingEntry): void {
    const held = this.#byId.get(entry.id)
    if (held !== undefined) held.entry = entry
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#byId.delete(id)
  }

  read(id: string, part: FilePart): Blob | undefined {
    const held = this.#byId.get(id)
    return part === 'thumbnail' ? (held?.thumbnail ?? held?.content) : held?.content
  }

  async toFile(id: string): Promise<PendingFile | undefined> {
    const held = this.#byId.get(id)
    if (held === undefined) return undefined
    const { content, thumbnail, thumbnailType } = held
    const bytes = { content: await content.arrayBuffer(), thumbnail: thumbnail === null ? null : await thumbnail.arrayBuffer(), thumbnailType }
    // Use metadata that changed while the bytes were read.
    return { ...held.entry, ...bytes }
  }
}

const toSize = ({ content, thumbnail }: Held): number => content.size + (thumbnail?.size ?? 0)
