import type { Checkpoint, Heads } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { toStart } from '../../storage/rows/checkpoint-table.ts'

/** Feed positions of this term. Within a term only this leader moves them. */
export class FeedPositions {
  readonly #database: LocalDatabase
  readonly #checkpointByName = new Map<CollectionName, Checkpoint>()
  /** Collections with a gap: to be pulled from the start. */
  readonly #gaps = new Set<CollectionName>()
  readonly #lastTurnByName = new Map<CollectionName, Promise<void>>()

  constructor(database: LocalDatabase) {
    this.#database = database
  }

  /** Pulls and live rows move a position one after another. */
  inTurn(name: CollectionName, run: () => Promise<void>): Promise<void> {
    const turn = this.whenStill(name).then(run)
    const end = (): void => {
      if (this.#lastTurnByName.get(name) === ended) this.#lastTurnByName.delete(name)
    }
    const ended: Promise<void> = turn.then(end, end)
    this.#lastTurnByName.set(name, ended)
    return turn
  }

  isMoving(name: CollectionName): boolean {
    return this.#lastTurnByName.has(name)
  }

  /** Resolves when no pull or live row is moving the position. */
  whenStill(name: CollectionName): Promise<void> {
    return this.#lastTurnByName.get(name) ?? Promise.resolve()
  }

  /** Undefined if only the stored checkpoint tells. */
  get(name: CollectionName): Checkpoint | undefined {
    return this.#checkpointByName.get(name)
  }

  set(name: CollectionName, checkpoint: Checkpoint): void {
    this.#checkpointByName.set(name, checkpoint)
  }

  forget(name: CollectionName): void {
    this.#checkpointByName.delete(name)
  }

  forgetAll(): void {
    this.#checkpointByName.clear()
  }

  noteGap(name: CollectionName): void {
    this.#gaps.add(name)
  }

  /** True if there was a gap; a pull that fails must note it again. */
  takeGap(name: CollectionName): boolean {
    return this.#gaps.delete(name)
  }

  /** Start of the next pull; undefined: the stored checkpoint. */
  async toBegin(name: CollectionName, hasGap: boolean): Promise<Checkpoint | undefined> {
    if (!hasGap) return this.#checkpointByName.get(name)
    const stored = await this.#database.readCheckpoint(name)
    return Object.fromEntries(Object.entries(stored).map(([shopId, reached]) => [shopId, toStart(reached)]))
  }

  /** Collections whose heads differ from this device's positions. */
  async findMoved(heads: Heads): Promise<CollectionName[]> {
    const named = new Set(Object.values(heads).flatMap((byCollection) => Object.keys(byCollection)))
    const known = this.#database.collections.filter((name) => named.has(name))
    const isAllHere = known.every((name) => this.#checkpointByName.has(name))
    const stored = isAllHere ? new Map<string, Checkpoint>() : await this.#database.readCheckpoints().catch(() => new Map<string, Checkpoint>())
    return known.filter((name) => {
      const checkpoint = this.#checkpointByName.get(name) ?? stored.get(name)
      return Object.entries(heads).some(([shopId, byCollection]) => {
        const head = byCollection[name]
        return head !== undefined && head !== (checkpoint?.[shopId]?.seq ?? 0)
      })
    })
  }
}
