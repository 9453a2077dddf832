import type { Ports } from '../platform/ports.ts'
import type { SealState } from '../storage/stored-work.ts'
import type { FilesStore } from './files-store.ts'

/** Puts back what can be opened now, and tells what is left. */
export type OpenSealed = (store: FilesStore) => Promise<SealState>

type Options = {
  store: FilesStore
  /** Missing where there are no keys: what is sealed stays so. */
  open: OpenSealed | undefined
  isOnline: () => boolean
  locks: Ports['locks']
  lockName: string
  onOpened: () => Promise<void>
}

/** Contents that this person left here sealed: they are put back as soon as the server helps, by one tab. */
export class SealedContents {
  readonly #options: Options
  #count = 0
  #isLost = false
  #wasOnline = false
  /** Something may be opened that could not be before. */
  #isDue = true
  #isOpening = false

  constructor(options: Options) {
    this.#options = options
  }

  /** `sealed`: how many there are; `isSealLost`: the server cannot open some of them. */
  get state(): { sealed: number; isSealLost: boolean } {
    return { sealed: this.#count, isSealLost: this.#count > 0 && this.#isLost }
  }

  async refresh(): Promise<void> {
    const before = this.#count
    this.#count = await this.#options.store.sealed.count()
    if (this.#count > before) this.#isDue = true
  }

  /** The connection may have come. */
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
        // The connection may have gone and come meanwhile.
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
