import { Worker } from 'node:worker_threads'
import type { Command, Reply } from './protocol.ts'

/** One tablet's thread. It does one thing at a time, and only when asked; so the threads together run as if they were one. */
export class TabletThread {
  readonly #worker: Worker
  #answer: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined

  #failure: Error | undefined

  constructor(mutant: string | undefined) {
    this.#worker = new Worker(new URL('./tablet-worker.ts', import.meta.url), { workerData: { mutant }, stdout: true, stderr: true })
    this.#worker.on('message', (reply: Reply) => {
      const waiting = this.#answer
      this.#answer = undefined
      waiting?.resolve(reply)
    })
    this.#worker.on('error', (error) => {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      this.#answer?.reject(this.#failure)
    })
  }

  /** `nowMs`: the tablet's own clock; `trueMs`: virtual time. */
  send(command: Command, nowMs: number, trueMs: number): Promise<Reply> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
      this.#worker.postMessage({ command, nowMs, trueMs })
    })
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
