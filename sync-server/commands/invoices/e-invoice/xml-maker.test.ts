import { expect, test } from 'vitest'
import { createXmlMaker } from './xml-maker.ts'
import { invoiceToLibrary } from './invoice-to-library.ts'
import { makeDocument, makeLine } from './test-documents.ts'

/** Answers with the number of its thread, and dies of CII. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ id, format }) => {
      if (format === 'cii') throw new Error('out of memory')
      parentPort.postMessage({ id, xml: String(threadId) })
    })`)}`,
)

const document = invoiceToLibrary(makeDocument({ lines: [makeLine(0, { description: 'Work', net: 1, percent: 0 })], taxes: [], net: 1, tax: 0, total: 1 }))

test('one thread makes one document after the other; one that dies fails what waited, and the next call gets another', async () => {
  const maker = createXmlMaker({ program })
  const first = await maker.make(document, 'ubl')
  expect(await maker.make(document, 'ubl')).toBe(first)
  const failed = await Promise.allSettled([maker.make(document, 'cii'), maker.make(document, 'ubl')])
  expect(failed.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(['Error: out of memory', 'Error: out of memory'])
  expect(await maker.make(document, 'ubl')).not.toBe(first)
})

test('a thread that nobody asks ends', async () => {
  const maker = createXmlMaker({ program, idleMs: 0 })
  const first = await maker.make(document, 'ubl')
  await expect.poll(() => maker.make(document, 'ubl')).not.toBe(first)
})
