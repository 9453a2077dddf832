import { Worker } from 'node:worker_threads'
import type { Command, Reply } from './protocol.ts'

/** One tablet's thread. It does one thing at a time, and only when asked; so the threads together run as if they were one. */
export class TabletThread {
  readonly #worker: Worker
  #answer: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined

  constructor(mutant: string | undefined) {
    this.#worker = new Worker(new URL('./tablet-worker.ts', import.meta.url), { workerData: { mutant }, stdout: true })
    this.#worker.on('message', (reply: Reply) => {
      const waiting = this.#answer
      this.#answer = undefined
      waiting?.resolve(reply)
    })
    this.#worker.on('error', (error) => this.#answer?.reject(error instanceof Error ? error : new Error(String(error))))
  }

  /** `nowMs`: the tablet's own clock; `trueMs`: virtual time. */
  send(command: Command, nowMs: number, trueMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
      this.#worker.postMessage({ command, nowMs, trueMs })
    })
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
