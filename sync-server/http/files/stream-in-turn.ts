import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Turns } from '../../turns.ts'

/** A reader who takes less between two looks, while more is ready, gives up the turn. */
const leastBytes = 64_000
const lookEveryMs = 30_000

/** Calls `look` again and again until the returned function is called. */
export type Looks = (look: () => void) => () => void

const lookInTime: Looks = (look) => {
  const timer = setInterval(look, lookEveryMs)
  return () => clearInterval(timer)
}

/**
 * Begins a stream in its turn, and answers as soon as it begins. The turn ends with the stream, when it fails, and when
 * its reader takes hardly anything: the stream is broken off then.
 */
export const streamInTurn = (turns: Turns, from: string, begin: () => Promise<Readable>, looks: Looks = lookInTime): Promise<ReadableStream<Uint8Array>> =>
  new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const stream = await begin()
      resolve(breakOffIfSlow(stream, looks))
      await finished(stream).catch(() => undefined)
    }
    turns.run({ from }, work).catch(reject)
  })

function breakOffIfSlow(stream: Readable, looks: Looks): ReadableStream<Uint8Array> {
  let taken = 0
  let isReady = (): boolean => false
  const stop = looks(() => {
    if (taken < leastBytes && isReady()) stream.destroy(new Error('The answer was hardly read'))
    taken = 0
  })
  stream.once('close', stop)
  const counting = new TransformStream<Uint8Array, Uint8Array>(
    {
      start(controller) {
        isReady = () => (controller.desiredSize ?? 1) <= 0
      },
      transform(chunk, controller) {
        taken += chunk.length
        controller.enqueue(chunk)
      },
    },
    undefined,
    // One piece waits for the reader.
    { highWaterMark: 1 },
  )
  return toWebStream(stream).pipeThrough(counting)
}

/** Node's web stream type differs from the DOM type. */
const toWebStream = (stream: Readable): ReadableStream<Uint8Array> => Readable.toWeb(stream) as ReadableStream<Uint8Array>
