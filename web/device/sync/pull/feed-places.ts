import type { Checkpoint, Heads } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { toStart } from '../../storage/checkpoint-marks.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'

/** Where this term's pulls got to: only the leader pulls, so within a term nobody else moves them. */
export class FeedPlaces {
  readonly #database: LocalDatabase
  readonly #checkpointByName = new Map<CollectionName, Checkpoint>()
  /** Collections with a gap: to be asked for from the start of their feeds. */
  readonly #gaps = new Set<CollectionName>()
  readonly #lastTurnByName = new Map<CollectionName, Promise<void>>()

  constructor(database: LocalDatabase) {
    this.#database = database
  }

  /** Whoever moves a place, a pull or the live stream, does so when those before have done. */
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

  /** Resolves when everybody has done who moves the place now. */
  whenStill(name: CollectionName): Promise<void> {
    return this.#lastTurnByName.get(name) ?? Promise.resolve()
  }

  /** Undefined where only what is stored tells. */
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

  /** True when there was one: the pull that follows closes it, or notes it again. */
  takeGap(name: CollectionName): boolean {
    return this.#gaps.delete(name)
  }

  /** Where the next pull begins; undefined: where its stored checkpoint says. */
  async toBegin(name: CollectionName, hasGap: boolean): Promise<Checkpoint | undefined> {
    if (!hasGap) return this.#checkpointByName.get(name)
    const stored = await this.#database.readCheckpoint(name)
    return Object.fromEntries(Object.entries(stored).map(([shopId, reached]) => [shopId, toStart(reached)]))
  }

  /** The collections whose feeds moved past (or behind) what this device has. */
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
