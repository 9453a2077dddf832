import type { Bootstrap, FirstPage, FirstPageRequest, FirstPageView, PullRequest, PullResponse } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { Announcement } from '../platform/announcement.ts'
import type { Ports } from '../platform/ports.ts'
import { toFirstPageRequest } from '../platform/first-page-request.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { shopTimeZone } from '../platform/known-shop.ts'

/** An unused early response is discarded after this time. */
const freshMs = 10_000

/** The list that the page opens with. */
export type OpensAt = (bootstrap: Bootstrap) => { view: FirstPageView; shopId: string } | undefined

export type HeadStart = {
  api: SyncApi
  bootstrap: Promise<Bootstrap>
  /** Requests the first page of a feed before the first sync needs it. `closing` aborts it. */
  askAhead: (request: PullRequest, closing: AbortSignal) => void
}

type Options = Pick<Ports, 'watchWakeUps'> & {
  /** Given if this device probably holds no rows: the list's first page is requested too. */
  opensAt: OpensAt | undefined
  clock: () => Date
  /** Milliseconds. */
  monotonic: () => number
}

/**
 * Sends the first requests while storage is still opening; the first matching call on `api` gets the early response.
 * Nothing is missed meanwhile, as the opening live stream asks for the bootstrap again.
 */
export function makeHeadStart(api: SyncApi, { opensAt, clock, monotonic, watchWakeUps }: Options): HeadStart {
  const { signal } = new AbortController()
  const askedAt = monotonic()
  // Responses from before a network loss are not used.
  let isLost = false
  const stopWatching = watchWakeUps((reason) => {
    if (reason === 'offline') isLost = true
  })
  setTimeout(stopWatching, freshMs)
  let answeredAt = askedAt
  const bootstrap = api.bootstrap(signal).then((answer) => {
    answeredAt = monotonic()
    return answer
  })
  const firstPage = bootstrap.then(async (answer): Promise<{ request: FirstPageRequest; page: FirstPage } | undefined> => {
    const place = opensAt?.(answer)
    if (place === undefined || api.firstPage === undefined) return undefined
    const request = toFirstPageRequest(place.view, place.shopId, clock(), shopTimeZone(answer, place.shopId))
    return { request, page: await api.firstPage(request, signal) }
  })
  for (const answer of [bootstrap, firstPage]) answer.catch(() => undefined)
  let ahead: { request: PullRequest; page: Promise<PullResponse>; takes: () => boolean } | undefined
  const takeOnce = (sinceMs = askedAt): (() => boolean) => {
    let isTaken = false
    return () => {
      const isUsable = !isTaken && !isLost && monotonic() - sinceMs < freshMs
      isTaken = true
      return isUsable
    }
  }
  const [takesBootstrap, takesPage] = [takeOnce(), takeOnce()]
  return {
    bootstrap,
    askAhead(request, closing) {
      const page = api.pull(request, closing)
      page.catch(() => undefined)
      ahead = { request, page, takes: takeOnce(monotonic()) }
    },
    api: {
      ...api,
      async pull(request, own) {
        const isMeant = ahead !== undefined && isSamePage(ahead.request, request)
        const isTaken = isMeant && ahead?.takes() === true
        const early = isTaken ? await Promise.race([ahead?.page.catch(unlessAnswered), new Announcement().next(own)]) : undefined
        own.throwIfAborted()
        return early ?? api.pull(request, own)
      },
      async bootstrap(own) {
        const answer = takesBootstrap() ? await bootstrap.catch(() => undefined) : undefined
        if (answer === undefined || own.aborted) return api.bootstrap(own)
        // The clock offset is computed from `serverTime` now, so add the time waited.
        return { ...answer, serverTime: new Date(Date.parse(answer.serverTime) + monotonic() - answeredAt).toISOString() }
      },
      ...(api.firstPage !== undefined && {
        async firstPage(request, own) {
          const early = takesPage() ? await firstPage.catch(unlessAnswered) : undefined
          const isMeant = early !== undefined && early.request.view === request.view && early.request.shopId === request.shopId
          return isMeant ? early.page : (api.firstPage as NonNullable<SyncApi['firstPage']>)(request, own)
        },
      }),
    },
  }
}

const isSamePage = (one: PullRequest, other: PullRequest): boolean =>
  one.collection === other.collection && one.limit === other.limit && JSON.stringify(one.checkpoint) === JSON.stringify(other.checkpoint)

/** A refusal of our server stands; any other failure asks again. */
function unlessAnswered(error: unknown): undefined {
  if (error instanceof AppError) throw error
}
