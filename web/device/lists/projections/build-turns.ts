/** Work on the main thread between two pauses, short enough not to delay input, paint or arriving rows. */
const stepMs = 8

/** Higher urgency builds first. */
export type Build = { readonly urgency: number }

/** A device's projections build in turns: less urgent ones pause while a more urgent one is built. */
export class BuildTurns {
  readonly #builds = new Set<Build>()
  #changed = Promise.withResolvers<void>()
  #lastUrgency = 0

  /** More urgent than any earlier one: what the user has just opened. */
  takeUrgency(): number {
    this.#tell()
    return ++this.#lastUrgency
  }

  begin(build: Build): void {
    this.#builds.add(build)
  }

  end(build: Build): void {
    this.#builds.delete(build)
    this.#tell()
  }

  async turnOf(build: Build): Promise<void> {
    while (this.#isAnyBefore(build)) await this.#changed.promise
  }

  #isAnyBefore({ urgency }: Build): boolean {
    for (const other of this.#builds) if (other.urgency > urgency) return true
    return false
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** Yields the main thread when a step's time is used up. */
export class Pace {
  #startedAtMs = performance.now()

  get isRestDue(): boolean {
    return performance.now() - this.#startedAtMs >= stepMs
  }

  /** Uses a message rather than `scheduler.yield`, which would run ahead of other pending work such as arrived rows. */
  async rest(): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    await new Promise<void>((resolve) => {
      port1.addEventListener('message', () => resolve(), { once: true })
      port1.start()
      port2.postMessage(null)
    })
    port1.close()
    this.#startedAtMs = performance.now()
  }
}
