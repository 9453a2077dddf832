import { serverMarkHeader } from '#schema/api/server-mark.ts'
import { judgeAnswer } from '#web/api/answer.ts'
import { toSyncError } from '#web/api/sync-api.ts'
import type { Random } from '#scripts/demo/random.ts'
import type { ForeignAnswer, RequestBody } from './protocol.ts'

/** What stands between tablet and server and answers in its place: a gateway without our mark, or another Mainspring with its own. */

const ownServerId = '00000000-0000-4000-8000-000000000001'
const otherServerMark = '1; 00000000-0000-4000-8000-000000000002'

const codeByStatus = { 400: 'VALIDATION', 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 413: 'PAYLOAD_TOO_LARGE' } as const

export function imitate(random: Random, request: RequestBody, userId: string): ForeignAnswer {
  const mark = random.chance(0.3) ? otherServerMark : null
  const status = random.pick([200, 200, 400, 401, 403, 404, 413] as const)
  const body = status === 200 ? toPlausibleBody(random, request, userId) : { code: codeByStatus[status], message: 'No such page' }
  return { state: 'foreign', status, mark, text: JSON.stringify(body) }
}

/** The worst that could be believed: nothing is the caller's, and what was sent is done, or refused. */
function toPlausibleBody(random: Random, request: RequestBody, userId: string): object {
  if (request.path === 'bootstrap')
    return {
      user: { id: userId, login_id: userId },
      privileges: [],
      shops: [],
      users: [],
      orderStatuses: [],
      serverTime: '2026-03-02T09:00:00.000Z',
      sessionExpiresAt: '2026-03-09T09:00:00.000Z',
      protocol: 1,
    }
  if (request.path === 'pull') return { documents: [], checkpoint: request.body.checkpoint, reset: [], gone: Object.keys(request.body.checkpoint) }
  if (request.path === 'file-put') return { isTaken: true }
  if (request.path === 'numbers') return { from: 1, to: request.body.count }
  if (request.path === 'digest') return { isMoved: false, rows: 0, sums: [] }
  const isTaken = random.chance(0.5)
  const error = { code: 'VALIDATION', message: 'No such page' }
  return {
    serverTime: request.body.deviceTime,
    results: request.body.mutations.map(({ id }) => (isTaken ? { id, outcome: 'applied', documents: [] } : { id, outcome: 'rejected', error, documents: [] })),
  }
}

/** As the app reads it, by its own modules. @throws what a call of sync ends in */
export function readForeign({ status, mark, text }: ForeignAnswer): unknown {
  try {
    const headers = { get: (name: string) => (name === serverMarkHeader ? mark : null) }
    return judgeAnswer({ status, statusText: '', headers, text }, { read: () => ownServerId, remember: () => undefined }, false)
  } catch (error) {
    throw toSyncError(error)
  }
}
