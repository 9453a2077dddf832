import { AppError } from '#schema/errors.ts'
import type { Ports } from '../platform/ports.ts'
import type { FilePlace, FilesApi } from '../platform/server-port.ts'
import type { FileRows, NetworkPort } from './files-port.ts'
import type { KeptFiles } from './kept-files.ts'

type Options = {
  api: FilesApi
  kept: KeptFiles
  rows: FileRows
  network: NetworkPort
  ports: Pick<Ports, 'locks' | 'wait'>
  lockName: string
  pauseMs: number
  isOnline: () => boolean
  closing: AbortSignal
}

const betweenMs = 150

/** Thumbnails of unfinished orders come by themselves, to one tab, for as long as the page lives. */
export async function fetchThumbnails(options: Options): Promise<void> {
  const { closing, isOnline, lockName, network, pauseMs, ports, rows } = options
  await ports.locks
    .request(lockName, { signal: closing }, async () => {
      while (!closing.aborted) {
        await ports.wait(pauseMs, closing)
        if (closing.aborted || !isOnline() || network.isSaving()) continue
        await fetchMissing(options, await rows.listOpenOrders().catch(() => []))
      }
    })
    .catch(() => undefined)
}

/** One by one with a breath between: nobody waits for them. */
async function fetchMissing({ api, kept, ports, closing }: Options, places: readonly FilePlace[]): Promise<void> {
  for (const place of places) {
    if (closing.aborted) return
    if (await kept.has(place.id, 'thumbnail')) continue
    try {
      await kept.keep(place.id, 'thumbnail', await api.get(place, 'thumbnail', closing))
    } catch (error) {
      // One that the server lacks stops nobody; a network that went stops all, until the next round.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) return
    }
    await ports.wait(betweenMs, closing)
  }
}
