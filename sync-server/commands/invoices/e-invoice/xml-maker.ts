import { Worker } from 'node:worker_threads'
import type { Invoice } from '@e-invoice-eu/core'
import { AppError } from '#schema/errors.ts'
import type { EInvoiceFormat } from '#schema/values/invoices/e-invoice-format.ts'

export type XmlJob = { id: number; document: Invoice; format: EInvoiceFormat }

/** `refused`: elements that the library does not take as they are. */
export type XmlAnswer = { id: number; xml?: string; refused?: string[]; failure?: string }

export type XmlMaker = {
  /** @throws AppError CONFLICT if the library refuses the document; Error if the thread dies of it, and the next call gets another thread */
  make: (document: Invoice, format: EInvoiceFormat) => Promise<string>
}

type Waiting = { resolve: (xml: string) => void; reject: (reason: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined }

/** Makes XML in a thread that starts when it is first asked, and ends when nobody has asked for a while. */
export function createXmlMaker({
  program = new URL('make-xml.worker.ts', import.meta.url),
  idleMs = 60_000,
}: { program?: URL; idleMs?: number } = {}): XmlMaker {
  let thread: Thread | undefined
  let lastId = 0

  const start = (): Thread => {
    const worker = new Worker(program)
    const started: Thread = { worker, waiting: new Map(), idle: undefined }
    let reason: Error | undefined
    worker.unref()
    worker.on('error', (error) => {
      reason = error instanceof Error ? error : new Error(String(error))
    })
    worker.on('exit', (code) => {
      if (thread === started) thread = undefined
      for (const { reject } of started.waiting.values()) reject(reason ?? new Error(`the thread that makes e-invoices ended with code ${code}`))
    })
    worker.on('message', (answer: XmlAnswer) => {
      finish(started.waiting.get(answer.id), answer)
      started.waiting.delete(answer.id)
      if (started.waiting.size === 0) started.idle = setTimeout(() => end(started), idleMs).unref()
    })
    return started
  }

  const end = (idle: Thread): void => {
    if (thread === idle) thread = undefined
    void idle.worker.terminate()
  }

  return {
    make: (document, format) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        clearTimeout(thread.idle)
        const id = ++lastId
        thread.waiting.set(id, { resolve, reject })
        thread.worker.postMessage({ id, document, format } satisfies XmlJob)
      }),
  }
}

function finish(waiting: Waiting | undefined, { xml, refused, failure }: XmlAnswer): void {
  if (xml !== undefined) waiting?.resolve(xml)
  else if (refused !== undefined) waiting?.reject(new AppError('CONFLICT', `An e-invoice cannot hold this document: ${refused.join(', ')}.`))
  else waiting?.reject(new Error(failure))
}
