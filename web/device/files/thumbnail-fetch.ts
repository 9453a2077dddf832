import { AppError } from '#schema/errors.ts'
import type { Wait } from '../platform/ports.ts'
import type { FilePlace, FilesApi } from '../platform/server-port.ts'
import type { KeptFiles } from './kept-files.ts'

type Options = { api: FilesApi; kept: KeptFiles; places: readonly FilePlace[]; closing: AbortSignal; wait: Wait }

const betweenMs = 150

/** Thumbnails of the places that this device lacks, one by one with a breath between: nobody waits for them. */
export async function fetchThumbnails({ api, kept, places, closing, wait }: Options): Promise<void> {
  for (const place of places) {
    if (closing.aborted) return
    if (await kept.has(place.id, 'thumbnail')) continue
    try {
      await kept.keep(place.id, 'thumbnail', await api.get(place, 'thumbnail', closing))
    } catch (error) {
      // One that the server lacks stops nobody; a network that went stops all, until the next round.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) return
    }
    await wait(betweenMs, closing)
  }
}
