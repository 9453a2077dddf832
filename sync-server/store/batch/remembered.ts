/** Ways back of what one mutation changed in memory, which a refusal goes. */
export class WaysBack {
  #undo: (() => void)[] | undefined

  begin(): void {
    this.#undo = []
  }

  /** Nothing goes back behind here. */
  end(): void {
    this.#undo = undefined
  }

  note(undo: () => void): void {
    this.#undo?.push(undo)
  }

  go(): void {
    for (const undo of (this.#undo ?? []).toReversed()) undo()
    this.end()
  }
}

/** Values by key that a transaction has read or written. */
export class Remembered<Value> {
  readonly #waysBack: WaysBack
  readonly #valueByKey = new Map<string, Value>()

  constructor(waysBack: WaysBack) {
    this.#waysBack = waysBack
  }

  get size(): number {
    return this.#valueByKey.size
  }

  get(key: string): Value | undefined {
    return this.#valueByKey.get(key)
  }

  /** Takes what was read; what is known already may have been written since. */
  learn(key: string, value: Value): void {
    if (!this.#valueByKey.has(key)) this.#valueByKey.set(key, value)
  }

  /** Takes what the present mutation writes. */
  write(key: string, value: Value): void {
    const before = this.#valueByKey.get(key)
    this.#waysBack.note(() => (before === undefined ? this.#valueByKey.delete(key) : this.#valueByKey.set(key, before)))
    this.#valueByKey.set(key, value)
  }

  clear(): void {
    this.#valueByKey.clear()
  }
}
