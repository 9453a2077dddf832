import type { RowState } from '#schema/api/sync.ts'
import type { LiveStream } from '#server/feed/live.ts'

type Watched = { userId: string; told: Map<string, number> }

/** What the oracle is asked about a stream: which place of each feed and collection it has told of. */
export type StreamListener = {
  onStreamTold: (userId: string, told: ReadonlyMap<string, number>, committed: readonly RowState[]) => void
}

export const toFeedKey = (shopId: string, collection: string): string => `${shopId}/${collection}`

/** Listens to what live streams tell, whichever node serves them, to hold it against what was committed. */
export class StreamWatch {
  readonly #listener: StreamListener
  readonly #open = new Set<Watched>()
  #committed: RowState[] = []

  constructor(listener: StreamListener) {
    this.#listener = listener
  }

  open(userId: string, stream: LiveStream): { stream: LiveStream; close: () => void } {
    const watched: Watched = { userId, told: new Map() }
    this.#open.add(watched)
    const close = (): void => void this.#open.delete(watched)
    return {
      close,
      stream: {
        ...stream,
        send: (event) => {
          if (event.name === 'heads')
            for (const [shopId, heads] of Object.entries(event.heads))
              for (const [collection, head] of Object.entries(heads)) watched.told.set(toFeedKey(shopId, collection), head)
          return stream.send(event)
        },
        end: () => {
          close()
          stream.end()
        },
      },
    }
  }

  onCommitted(states: readonly RowState[]): void {
    this.#committed.push(...states)
  }

  /** To be called when what was committed can be known everywhere. Answers what is to be checked then; undefined: nothing was committed. */
  takeCheck(): (() => void) | undefined {
    const committed = this.#committed
    this.#committed = []
    if (committed.length === 0) return undefined
    const listening = [...this.#open]
    return () => {
      for (const watched of listening) if (this.#open.has(watched)) this.#listener.onStreamTold(watched.userId, watched.told, committed)
    }
  }
}
