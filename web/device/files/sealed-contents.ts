import type { Ports } from '../platform/ports.ts'
import type { SealState } from '../storage/stored-work.ts'
import type { FilesStore } from './files-store.ts'

/** Opens the sealed contents that it can, and returns the state of the rest. */
export type OpenSealed = (store: FilesStore) => Promise<SealState>

type Options = {
  store: FilesStore
  /** Missing without keys: sealed contents stay sealed. */
  open: OpenSealed | undefined
  isOnline: () => boolean
  locks: Ports['locks']
  lockName: string
  onOpened: () => Promise<void>
}

/** This user's sealed contents: one tab opens them as soon as the server answers. */
export class SealedContents {
  readonly #options: Options
  #count = 0
  #isLost = false
  #wasOnline = false
  /** More may be opened than at the last attempt. */
  #isDue = true
  #isOpening = false

  constructor(options: Options) {
    this.#options = options
  }

  /** `isSealLost`: the server cannot open some of them. */
  get state(): { sealed: number; isSealLost: boolean } {
    return { sealed: this.#count, isSealLost: this.#count > 0 && this.#isLost }
  }

  async refresh(): Promise<void> {
    const before = this.#count
    this.#count = await this.#options.store.sealed.count()
    if (this.#count > before) this.#isDue = true
  }

  look(): void {
    const { isOnline, onOpened } = this.#options
    const isOnlineNow = isOnline()
    if (isOnlineNow && !this.#wasOnline) this.#isDue = true
    this.#wasOnline = isOnlineNow
    if (!isOnlineNow || !this.#isDue || this.#isOpening || this.#count === 0) return
    this.#isDue = false
    this.#isOpening = true
    void this.#open()
      .then(onOpened)
      .catch(() => undefined)
      .finally(() => {
        this.#isOpening = false
        // The connection may have dropped and come back meanwhile.
        this.look()
      })
  }

  async #open(): Promise<void> {
    const { lockName, locks, open, store } = this.#options
    if (open === undefined) return
    await locks.request(lockName, {}, async () => {
      this.#isLost = (await open(store)) === 'lost'
    })
  }
}
