import { AppError } from '#schema/errors.ts'
import type { Ports } from '../../platform/ports.ts'
import type { FilePlace, FilesApi } from '../../platform/server-port.ts'
import type { FileRows, NetworkPort } from '../files-port.ts'
import type { KeptFiles } from '../kept-files.ts'

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
/** After each "not found" the pause doubles, up to an hour of rounds. */
const roundsMax = 360

/** Fetches thumbnails of unfinished orders ahead, in one tab, as long as the page lives. */
export async function fetchThumbnails(options: Options): Promise<void> {
  const { closing, isOnline, lockName, network, pauseMs, ports, rows } = options
  await ports.locks
    .request(lockName, { signal: closing }, async () => {
      const lacking: Lacking = new Map()
      for (let round = 0; !closing.aborted; round += 1) {
        await ports.wait(pauseMs, closing)
        if (closing.aborted || !isOnline() || network.isSaving()) continue
        const due = (await rows.listOpenOrders().catch(() => [])).filter(({ id }) => round >= (lacking.get(id)?.nextRound ?? 0))
        await fetchMissing(options, due, lacking, round)
      }
    })
    .catch(() => undefined)
}

/** Files without a thumbnail on the server: a document, or a photo still being sent. */
type Lacking = Map<string, { rounds: number; nextRound: number }>

/** One by one with pauses: no caller waits for them. */
async function fetchMissing({ api, kept, ports, closing }: Options, places: readonly FilePlace[], lacking: Lacking, round: number): Promise<void> {
  for (const place of places) {
    if (closing.aborted) return
    if (await kept.has(place.id, 'thumbnail')) continue
    try {
      await kept.keep(place.id, 'thumbnail', await api.get(place, 'thumbnail', closing))
    } catch (error) {
      // A missing thumbnail blocks no other; any other error ends the round.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) return
      const rounds = Math.min((lacking.get(place.id)?.rounds ?? 0.5) * 2, roundsMax)
      lacking.set(place.id, { rounds, nextRound: round + 1 + rounds })
    }
    await ports.wait(betweenMs, closing)
  }
}
