import type { ListSteps } from './list-steps.ts'
import { cutList, type List, type ListPage } from './list.ts'

/** Approximate JSON characters per step. */
const stepLength = 128 * 1024
const firstCount = 100
const largestCount = 1_000

/** Lists below both limits are sent whole, so that a failure can still become an error response. */
const wholeMaxItems = 5_000
const wholeMaxLength = 4 * 1024 * 1024

type ListText = { whole: string } | { pieces: AsyncGenerator<string> }

/** @throws AppError VALIDATION for an unknown `after` */
export async function listToText<Item>(list: List<Item>, page: ListPage, steps: ListSteps): Promise<ListText> {
  const ids = list.isPage === true ? list.ids : cutList(list.ids, page.after)
  const limit = Math.min(ids.length, list.isPage === true ? ids.length : (page.limit ?? ids.length))
  const pieces = writePieces(list, ids, limit, steps)
  const isShort = limit <= wholeMaxItems
  let text = ''
  for (;;) {
    const next = await pieces.next()
    if (next.done === true) return { whole: text }
    text += next.value
    // A failure in the first chunk can still become an error response.
    if (text.length > (isShort ? wholeMaxLength : 1)) return { pieces: continueWith(text, pieces) }
  }
}

async function* continueWith(text: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  yield text
  yield* pieces
}

async function* writePieces<Item>(list: List<Item>, ids: readonly string[], limit: number, steps: ListSteps): AsyncGenerator<string> {
  yield '['
  yield* list.readTexts ? gather(list.readTexts(ids.slice(0, limit)), steps) : writeItems(list, ids, limit, steps)
  yield ']'
}

/** Row sizes vary from a few hundred to sixty thousand characters, so each step's size follows from the previous one. */
async function* writeItems<Item>(list: List<Item>, ids: readonly string[], limit: number, steps: ListSteps): AsyncGenerator<string> {
  let count = firstCount
  let written = 0
  for (let start = 0; start < ids.length && written < limit;) {
    const some = ids.slice(start, start + Math.min(count, limit - written))
    start += some.length
    const texts = await steps.step(async () => (await list.read(some)).map((item) => JSON.stringify(item)))
    if (texts.length === 0) continue
    const text = texts.join(',')
    yield written === 0 ? text : `,${text}`
    written += texts.length
    count = Math.max(1, Math.min(2 * count, largestCount, Math.floor((stepLength * texts.length) / text.length)))
  }
}

async function* gather(texts: AsyncIterator<string>, steps: ListSteps): AsyncGenerator<string> {
  for (let isDone = false; !isDone;) {
    let piece = ''
    await steps.step(async () => {
      while (piece.length < stepLength && !isDone) {
        const next = await texts.next()
        if (next.done === true) isDone = true
        else piece += next.value
      }
    })
    if (piece !== '') yield piece
  }
}
