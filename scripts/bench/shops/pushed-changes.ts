import { pushMaxMutations } from '#schema/api/sync.ts'
import { type ApiClient, toMutation } from '#scripts/process-tests/api-client.ts'
import { changesOf } from './live-load.ts'

/** Changes the notes of as many orders, as another device would, in as few pushes as the server takes. @returns the last change */
export async function pushChanges(writer: ApiClient, shopId: string, count: number): Promise<{ id: string; notes: string }> {
  const changes = await changesOf(writer, shopId, count)
  let last = { id: '', notes: '' }
  for (let done = 0; done < count; done += pushMaxMutations) {
    const ops = Array.from({ length: Math.min(pushMaxMutations, count - done) }, () => changes.next())
    const { status, body } = await writer.push(ops.map((op) => toMutation(shopId, [op])))
    if (status !== 200 || body.results.some(({ outcome }) => outcome !== 'applied')) throw new Error(`The changes were answered with ${status}`)
    const op = ops.at(-1)
    const notes = op?.action === 'update' ? op.changes['orderNotes']?.to : undefined
    if (op !== undefined && typeof notes === 'string') last = { id: op.id, notes }
  }
  return last
}
