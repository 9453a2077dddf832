import { streamSSE } from 'hono/streaming'
import type { Context } from 'hono'
import { z } from 'zod'
import { leasedNumbersAnswer, leaseNumbersBody, returnedNumbersAnswer, returnNumbersBody } from '#schema/api/numbers.ts'
import { deviceKeyAnswer, deviceKeyBody, deviceKeyOpenAnswer, deviceKeyOpenBody } from '#schema/api/device-keys.ts'
import { dismissNoticesBody, noticesAnswer, noticesQuery } from '#schema/api/notices.ts'
import { bootstrapAnswer, digestAnswer, firstPageAnswer, pullAnswer, pushAnswer } from '#schema/api/answers/sync-answers.ts'
import { digestRequestSchema, firstPageQuerySchema, pullRequestSchema, pushRequestSchema } from '#schema/api/sync.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { AppEnv, StaffSession } from '../app-env.ts'
import { readOwnAddress } from '../http/own-address.ts'
import { readBootstrap } from '../queries/bootstrap.ts'
import { digestRows } from '../feed/digest.ts'
import { readFirstPage } from '../feed/first-page.ts'
import { type LiveMessage, openLive } from '../feed/live.ts'
import { refuseOldProtocol } from '../feed/protocol.ts'
import { pullPage } from '../feed/pull.ts'
import { countPushOps, pushMutations } from '../feed/push.ts'
import type { Services } from '../services.ts'
import { openWithDeviceKey, readOrMakeDeviceKey } from '../session/device-keys.ts'
import { leaseNumbers, returnNumbers } from '../commands/lease-numbers.ts'
import { dismissNotices } from '../commands/dismiss-notices.ts'
import { listSendingChannels } from '../messages/senders/create-senders.ts'
import { listNotices } from '../queries/notices.ts'
import { defineRoute, emptyAnswer, type Route } from '../registry/registry.ts'
import { readId } from './shop-data/row-routes.ts'

const device = { who: 'device' } as const
/** `user`: the device's user, compared with the cookie; `protocol`: its protocol version. */
const deviceQuery = z.object({ user: z.string().max(64).optional(), protocol: z.coerce.number().int().min(0).max(1_000).optional() })

/** `rows=1`: include small changed rows in the events. */
const liveQuery = deviceQuery.extend({ rows: z.coerce.number().int().min(0).max(1_000).optional() })

/** `/api/sync/*`: see SYNC.md, "The protocol". */
export const syncRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/sync/bootstrap',
    summary: 'What a device needs to know before it pulls: user, privileges, shops, look-ups, the end of the session',
    access: device,
    query: deviceQuery,
    answer: bootstrapAnswer,
    handler: async ({ services, config, session, caller, query }) => {
      refuseOldProtocol(query.protocol)
      const reach = { address: readOwnAddress(config), hasPublicUrl: config.publicOrigin !== null, sendingChannels: listSendingChannels(config) }
      return readBootstrap(services, session, caller, reach)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/pull',
    summary: 'A page of what changed in a collection of all own shops since the checkpoint',
    access: device,
    query: deviceQuery,
    body: pullRequestSchema,
    answer: pullAnswer,
    handler: async ({ services, session, caller, workLimits, query, body }) => {
      refuseOldProtocol(query.protocol)
      const page = await pullPage(services, caller, body)
      workLimits.chargePull(session.id, page.documents.length)
      return page
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/sync/first-page',
    summary: 'The first page of a list in its order, with what its rows show, for a device that holds nothing yet',
    access: device,
    query: deviceQuery.extend(firstPageQuerySchema.shape),
    answer: firstPageAnswer,
    handler: async ({ services, session, caller, workLimits, query }) => {
      refuseOldProtocol(query.protocol)
      const page = await readFirstPage(services, caller, query)
      workLimits.chargePull(session.id, page.documents.length)
      return page
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/push',
    summary: 'Up to 500 changes in the order in which they were made; sending one again has no further effect',
    access: device,
    query: deviceQuery,
    body: pushRequestSchema,
    answer: pushAnswer,
    handler: async ({ services, session, caller, workLimits, query, body }) => {
      refuseOldProtocol(query.protocol)
      const push = workLimits.beginPush(session.id, session.userId, countPushOps(body))
      const answer = await pushMutations(services, caller, body)
      push.end(answer.results.filter(({ outcome }) => outcome === 'rejected').length)
      return answer
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/numbers',
    summary: 'Leases the next ticket numbers of a shop to a device, which gives them to orders by itself',
    access: device,
    query: deviceQuery,
    body: leaseNumbersBody,
    answer: leasedNumbersAnswer,
    handler: async ({ services, caller, query, body }) => {
      refuseOldProtocol(query.protocol)
      return leaseNumbers(services, caller, body)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/numbers/return',
    summary: 'Takes back leased ticket numbers that the device gives to no order any more; those not leased to it or used by an order are passed over',
    access: device,
    query: deviceQuery,
    body: returnNumbersBody,
    answer: returnedNumbersAnswer,
    handler: async ({ services, caller, query, body }) => {
      refuseOldProtocol(query.protocol)
      return returnNumbers(services, caller, body)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/device-keys',
    summary: 'The public key that this device seals with what the caller leaves on it at sign-out; made when it is asked for first',
    access: device,
    query: deviceQuery,
    body: deviceKeyBody,
    answer: deviceKeyAnswer,
    handler: async ({ services, caller, query, body }) => {
      refuseOldProtocol(query.protocol)
      return readOrMakeDeviceKey(services, caller.userId, body.deviceId)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/device-keys/:id/open',
    summary: 'What the key agrees upon with the one-time key of a sealing: opens what the caller left sealed on a device',
    access: device,
    query: deviceQuery,
    body: deviceKeyOpenBody,
    answer: deviceKeyOpenAnswer,
    handler: async ({ services, caller, query, params, body }) => {
      refuseOldProtocol(query.protocol)
      return openWithDeviceKey(services, caller.userId, readId(params), body.publicKey)
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/digest',
    summary: 'Sums of the rows of one shop and collection, by which a device sees whether it holds the same',
    access: device,
    query: deviceQuery,
    body: digestRequestSchema,
    answer: digestAnswer,
    handler: async ({ services, session, caller, workLimits, query, body }) => {
      refuseOldProtocol(query.protocol)
      return digestRows(services, caller, body, (rows) => workLimits.chargePull(session.id, rows))
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/sync/live',
    summary: 'Tells a device, for as long as it listens, which of its shops have something to pull',
    access: device,
    query: liveQuery,
    answer: {
      mediaTypes: ['text/event-stream'],
      description:
        'Event `heads` with the greatest seq per shop and collection, with `rows=1` before it event `rows` with the rows behind the former heads where they are few, event `access` when rights changed, event `notices` when the notices of the caller did, event `echo` and a comment every 25 s',
    },
    handler: async ({ c, services, session, caller, query }) => {
      refuseOldProtocol(query.protocol)
      return streamLive(c, services, session, caller, query.rows === 1)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/sync/notices',
    summary: 'What others did to the work of the caller without their seeing it, newest first; `after` is the id of one, for those that came since',
    access: device,
    query: deviceQuery.extend(noticesQuery.shape),
    answer: noticesAnswer,
    handler: async ({ services, caller, query }) => {
      refuseOldProtocol(query.protocol)
      return { notices: await listNotices(services.reader, caller, query.after) }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/sync/notices/dismiss',
    summary: 'Take away notices that the caller has read, on all of their devices',
    access: device,
    query: deviceQuery,
    body: dismissNoticesBody,
    answer: emptyAnswer,
    handler: async ({ services, caller, query, body }) => {
      refuseOldProtocol(query.protocol)
      return dismissNotices(services, caller.userId, body.ids)
    },
  }),
]

function streamLive(c: Context<AppEnv>, services: Services, session: StaffSession, caller: Caller, wantsRows: boolean): Response {
  // HEAD gets headers only: an unread stream would never end.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' })
  // Keeps proxies from buffering events.
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    await new Promise<void>((resolve) => {
      const stop = openLive(services, session, caller, {
        wantsRows,
        send: async (event) => {
          if (event.name === 'echo') await stream.write(': \n\n')
          await stream.writeSSE({ event: event.name, data: messageToData(event) })
        },
        end: resolve,
      })
      stream.onAbort(() => {
        stop()
        resolve()
      })
    })
  })
}

function messageToData(message: LiveMessage): string {
  if (message.name === 'rows') return message.json
  return JSON.stringify(message.name === 'heads' ? message.heads : {})
}
