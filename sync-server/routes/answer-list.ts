import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from '../app-env.ts'
import { listToText } from '../lists/list-text.ts'
import type { ListSteps } from '../lists/list-steps.ts'
import { arrayToList, itemToId, type List, type ListPage } from '../lists/list.ts'
import { errorToLogFields } from '../log.ts'
import type { Log } from '../services.ts'
import type { Route } from '../registry/registry.ts'

type Tools = { page: ListPage; steps: ListSteps; log: Log }

/**
 * Answers a list as a bare array: a short one at once, a long one as a stream. After the head is sent, an error can
 * only cut the connection, so that the answer does not look complete.
 */
export async function answerList(c: Context<AppEnv>, { key }: NonNullable<Route['list']>, result: unknown, { page, steps, log }: Tools): Promise<Response> {
  const list = Array.isArray(result)
    ? arrayToList(result, (item: unknown) => (typeof item === 'object' && item !== null ? String((item as Record<string, unknown>)[key]) : itemToId(item)))
    : (result as List<unknown>)
  const text = await listToText(list, page, steps)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Type', 'application/json')
  if ('whole' in text) return c.body(text.whole)
  c.set('isStreamed', true)
  const fields = { requestId: c.get('requestId'), route: routePath(c) }
  return c.body(piecesToStream(text.pieces, (error) => log.error({ ...fields, ...errorToLogFields(error) }, 'a list broke off')))
}

/** Pulls the next piece when the connection accepts more. */
function piecesToStream(pieces: AsyncGenerator<string>, report: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await pieces.next()
          // The client may have disconnected during the read.
          if (isCancelled) return
          if (next.done === true) controller.close()
          else controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          report(error)
          // A generic error, because the adapter prints it with its message.
          controller.error(new Error('The list broke off'))
        }
      },
      async cancel() {
        isCancelled = true
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
