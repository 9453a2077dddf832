import type { FilePart } from '../platform/server-port.ts'
import type { PendingEntry, PendingFile } from './files-store.ts'

/** As much is held, in blobs: those lie outside of the page's heap. */
export const heldMaxBytes = 64_000_000

type Held = { entry: PendingEntry; content: Blob; thumbnail: Blob | null; thumbnailType: string | null }

/** Contents that this page added and that the server does not have, beside the storage: the browser may empty that at any time. */
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

  /** The newest stay within the limit. */
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

  /** What was typed about it since, or what became of it. */
  follow(entry: PendingEntry): void {
    const held = this.#byId.get(entry.id)
    if (held !== undefined) held.entry = entry
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#byId.delete(id)
  }

  /** A file without a small picture answers with its large one. */
  read(id: string, part: FilePart): Blob | undefined {
    const held = this.#byId.get(id)
    return part === 'thumbnail' ? (held?.thumbnail ?? held?.content) : held?.content
  }

  async toFile(id: string): Promise<PendingFile | undefined> {
    const held = this.#byId.get(id)
    if (held === undefined) return undefined
    const { content, thumbnail, thumbnailType } = held
    const bytes = { content: await content.arrayBuffer(), thumbnail: thumbnail === null ? null : await thumbnail.arrayBuffer(), thumbnailType }
    // What was typed while the bytes were read counts.
    return { ...held.entry, ...bytes }
  }
}

const toSize = ({ content, thumbnail }: Held): number => content.size + (thumbnail?.size ?? 0)
