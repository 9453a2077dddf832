import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutation, PushRequest, SeenPlace } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'

/** A device of a released version, as its own program was recorded. */
export type Wire = {
  program: string
  shopId: string
  userId: string
  /** Of the feed. */
  epoch: string
  /** Of rows, by the name that the test knows them under. */
  ids: Record<string, string>
  /** What the program knows of each collection. */
  fields: Partial<Record<CollectionName, string[]>>
  /** What stood on the server, written by a colleague with the next version. */
  world: Mutation[]
  pushes: { path: string; body: PushRequest; outcomes: string[] }[]
}

/** The recording as if its shop, its user and its feed were those of another server. */
export function readWire(program: string, to: Pick<Wire, 'shopId' | 'userId' | 'epoch'>): Wire {
  let text = readFileSync(path.join(import.meta.dirname, `wire-${program}.json`), 'utf8')
  const recorded = JSON.parse(text) as Wire
  for (const name of ['shopId', 'userId', 'epoch'] as const) text = text.replaceAll(recorded[name], to[name])
  return JSON.parse(text) as Wire
}

/** The push with the numbers that this server gave what its device had seen; it names no places of the feed that it was recorded with. */
export function withSeen(body: PushRequest, seqById: ReadonlyMap<string, number>, seenAt: readonly SeenPlace[]): PushRequest {
  const renumber = (seen: number | Record<string, number> | undefined) =>
    typeof seen === 'object' ? Object.fromEntries(Object.keys(seen).map((id) => [id, seqById.get(id) ?? 0])) : seen
  const mutations = body.mutations.map((mutation) => ({
    ...mutation,
    ops: mutation.ops.map((op) =>
      op.action === 'delete' && op.seen !== undefined
        ? { ...op, seen: renumber(op.seen), seenAt: [...seenAt], ...(op.anyway !== undefined && { anyway: renumber(op.anyway) }) }
        : op,
    ),
  }))
  return { ...body, known: {}, mutations }
}
