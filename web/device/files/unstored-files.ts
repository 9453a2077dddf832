import type { Ports } from '../platform/ports.ts'
import type { FileRows } from './files-port.ts'
import type { PendingFile } from './files-store.ts'
import type { KeptFiles } from './kept-files.ts'
import type { PendingFiles } from './pending-files.ts'

type Options = {
  kept: KeptFiles
  pending: PendingFiles
  rows: Pick<FileRows, 'findUnstored'>
  ports: Pick<Ports, 'clock'>
  onFound: () => Promise<void>
}

/** The feed says within seconds that a content has arrived. */
const confirmMs = 60_000

/**
 * Finds files whose rows say that the server lacks the content, and whose bytes are in the cache: the server's database
 * went back. They wait to be sent again.
 */
export class UnstoredFiles {
  readonly #options: Options
  readonly #sentAtMs = new Map<string, number>()
  #looking: Promise<void> = Promise.resolve()
  #isDue = false

  constructor(options: Options) {
    this.#options = options
  }

  noteSent(id: string): void {
    this.#sentAtMs.set(id, this.#options.ports.clock().getTime())
  }

  /** Call when rows may have changed. Looks that are not begun yet are one. */
  look(): Promise<void> {
    if (this.#isDue) return this.#looking
    this.#isDue = true
    this.#looking = this.#looking.then(() => {
      this.#isDue = false
      return this.#lookNow().catch(() => undefined)
    })
    return this.#looking
  }

  /** Does not wait for the feed's word on what was just sent. */
  lookAtAll(): Promise<void> {
    this.#sentAtMs.clear()
    return this.look()
  }

  async #lookNow(): Promise<void> {
    const { kept, onFound, pending, ports, rows } = this.#options
    const keptIds = await kept.listContentIds()
    if (keptIds.length === 0) return
    const unstored = await rows.findUnstored([...new Set([...keptIds, ...this.#sentAtMs.keys()])])
    const unstoredIds = new Set(unstored.map(({ id }) => id))
    // The feed has confirmed these: from now on their row's word counts.
    for (const id of this.#sentAtMs.keys()) if (!unstoredIds.has(id)) this.#sentAtMs.delete(id)
    const now = ports.clock()
    const pendingIds = new Set(pending.all.map(({ id }) => id))
    let isFound = false
    for (const { id, shopId, orderId, facts } of unstored) {
      const sentAtMs = this.#sentAtMs.get(id)
      if (pendingIds.has(id) || (sentAtMs !== undefined && now.getTime() - sentAtMs < confirmMs)) continue
      const bytes = await kept.readFile(id)
      if (bytes?.content.byteLength !== facts.byteSize) continue
      const file: PendingFile = { id, shopId, orderId, draftKey: null, facts, ...bytes, storedAt: now.toISOString(), trouble: null }
      await pending.takeOver([file])
      await kept.release(id)
      isFound = true
    }
    if (isFound) await onFound()
  }
}
