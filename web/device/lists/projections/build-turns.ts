/** Work on the main thread between two pauses: short enough that input, paint and rows that arrive wait for none of it. */
const stepMs = 8

/** What is being built: the greater its urgency, the sooner its turn. */
export type Build = { readonly urgency: number }

/** Projections of one device take turns: while one that somebody waits for is being built, less urgent ones stand still. */
export class BuildTurns {
  readonly #builds = new Set<Build>()
  #changed = Promise.withResolvers<void>()
  #lastUrgency = 0

  /** More urgent than whatever was asked for before: what the person has just opened. */
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

  /** Resolves when nothing more urgent is being built. */
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

/** Tells when work in steps has to give the main thread back, and does so. */
export class Pace {
  #startedAtMs = performance.now()

  get isRestDue(): boolean {
    return performance.now() - this.#startedAtMs >= stepMs
  }

  /** By a message and not by `scheduler.yield`, which would go on before whatever else waits, such as rows that have arrived. */
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
