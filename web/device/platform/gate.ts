import { Signal } from './signal.ts'

export class Gate {
  #isOpen = false
  readonly #wakeSignal = new Signal()

  get isOpen(): boolean {
    return this.#isOpen
  }

  open(): void {
    this.#isOpen = true
    this.#wakeSignal.raise()
  }

  shut(): void {
    this.#isOpen = false
  }

  async pass(signal: AbortSignal): Promise<void> {
    while (!this.#isOpen && !signal.aborted) await this.#wakeSignal.wait(signal)
  }
}
