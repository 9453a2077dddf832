import type { Context } from 'hono'
import { z } from 'zod'
import { uuidSchema } from '#schema/fields.ts'
import type { FileType } from '#schema/rules/files/file-type.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { Caller, RowAction } from '#schema/rules/access/access.ts'
import type { AppEnv, StaffSession } from '../app-env.ts'
import type { Config } from '../config.ts'
import type { ListQueues, ListSteps } from '../lists/list-steps.ts'
import type { List, ListPage } from '../lists/list.ts'
import type { ScheduledBackups } from '../operations/backups/scheduled-backups.ts'
import type { MessageOutlet } from '../messages/try-message.ts'
import type { Portal } from '../portal/portal.ts'
import type { PortalSession } from '../portal/portal-sessions.ts'
import type { Services } from '../services.ts'
import type { Limiter } from '../session/limits/limiter.ts'
import type { TokenRequests } from '../session/limits/token-requests.ts'
import type { Turns } from '../turns.ts'
import type { WebhookTools } from '../webhooks/tell-webhook.ts'
import type { WorkLimits } from '../session/limits/work-limit.ts'

/** The callers of a route. Checked before anything of the request but its address is read. */
export type RouteAccess =
  | { who: 'anyone' }
  /** Whoever names the operator's token (METRICS_TOKEN); to others, and without such a token, the route does not exist. */
  | { who: 'operator' }
  /** Anybody, while the shop in the address (`:shopId`) has its customer portal on. */
  | { who: 'portal' }
  /** The same, with a portal session of that shop. A staff session does not count. */
  | { who: 'customer' }
  /** `by: 'session'`: only by a session's cookie, never by an API token. */
  | { who: 'signed-in'; by?: 'session' }
  /** A device of somebody by its session. It may name its user (`?user=`): under the cookie of somebody else it is refused. */
  | { who: 'device' }
  /** Somebody with at least one of the privileges. */
  | { who: 'holder'; anyOf: readonly Privilege[]; by?: 'session' }
  /**
   * Members of the shop in the address (`:shopId`) whom the collection's rule allows the action; to others the shop does not exist.
   * `denied`: the message for members whom the rule does not allow it. `privilege`: needed besides, where no collection has a rule.
   */
  | { who: 'member'; action?: RowAction; collection?: CollectionName; privilege?: Privilege; denied?: string }

/** A call with one of these query parameters needs a privilege besides. */
export type QueryPrivilege = { parameters: readonly string[]; privilege: Privilege; denied?: string }

/** An answer that is not JSON but one of these types; the handler gives the Response itself. */
export type OtherAnswer = { mediaTypes: readonly ('text/event-stream' | 'text/html' | 'text/plain' | 'application/zip' | FileType)[]; description: string }

/** A body that is not JSON: bytes as they are. What it is sent as is only looked at; what it is, the handler tells by its bytes. */
export type ContentBody = {
  mediaTypes: readonly FileType[]
  maxBytes: number
  /** Messages of the 413 and the 415. */
  tooLarge: string
  unsupported: string
}

/** A JSON body that may be larger than a full push. */
export type LargeBody = { maxBytes: number; tooLarge: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Services and the state of limits, kept while the server runs. */
export type RouteTools = {
  services: Services
  config: Config
  limiter: Limiter
  tokenRequests: TokenRequests
  workLimits: WorkLimits
  uploads: Turns
  /** For JSON that is larger than a full push. */
  largeBodies: Turns
  /** For answers that read all of a shop; each counts one. */
  exports: Turns
  portal: Portal
  messages: MessageOutlet
  lists: ListQueues
  backups: ScheduledBackups | null
  webhooks: WebhookTools
}

type Call<A extends RouteAccess, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C extends ContentBody | undefined> = RouteTools & {
  c: Context<AppEnv>
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  content: C extends ContentBody ? Uint8Array<ArrayBuffer> : undefined
  caller: A['who'] extends Outside ? Caller | undefined : Caller
  user: A['who'] extends Outside ? SessionUser | undefined : SessionUser
  session: A extends { by: 'session' } | { who: 'device' } ? StaffSession : StaffSession | undefined
  customer: A['who'] extends Exclude<RouteAccess['who'], 'customer'> ? undefined : PortalSession
  /** Steps for the work on a list, so that a long one blocks nobody. */
  steps: ListSteps
  /** The requested page of a list, for handlers that cut the list themselves (`isPage`). */
  page: ListPage
}

/** Access rules without a staff session. */
type Outside = 'anyone' | 'operator' | 'portal' | 'customer'

/** Arguments of a handler of the portal besides its parsed input. */
export type PortalCall = RouteTools & { c: Context<AppEnv>; params: Record<string, string>; customer: PortalSession }

type RouteInput<
  A extends RouteAccess,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  C extends ContentBody | undefined,
> = {
  method: Method
  /** Hono pattern, such as `/api/:shopId/orders/:id`. */
  path: string
  /** One line for the description of the API. */
  summary: string
  access: A
  queryPrivilege?: QueryPrivilege
  /** Shape of the parts of the path; without it every part is a uuid. Anything else is a 404, as if absent. */
  params?: P
  /** Empty parameters count as left out; unknown ones are ignored. */
  query?: Q
  /** Absent: the route takes no body and does not read one. */
  body?: B
  /** Absent: a body is no larger than a full push. */
  largeBody?: LargeBody
  /** Instead of a body. */
  content?: C
  /** Shape of the JSON answer; `emptyAnswer` for `{}`. A route that answers an array takes `limit` and `after` besides its own query. */
  answer: R | OtherAnswer
  /** The field that holds the id of an entry of the array, if not `id`. */
  listKey?: string
  handler: (call: Call<A, P, Q, B, C>) => Promise<z.input<R> | List<ItemOf<z.input<R>>> | Response>
}

type ItemOf<Answer> = Answer extends readonly (infer Item)[] ? Item : never

/** A route as the registry holds it: everything that a description of the API or a test of its access needs to know. */
export type Route = {
  method: Method
  path: string
  summary: string
  access: RouteAccess
  queryPrivilege: QueryPrivilege | undefined
  params: z.ZodType
  query: z.ZodType | undefined
  body: z.ZodType | undefined
  largeBody: LargeBody | undefined
  content: ContentBody | undefined
  answer: z.ZodType | OtherAnswer
  /** Set for routes that answer an array. */
  list: { key: string } | undefined
  handler: (call: Call<RouteAccess, z.ZodType, z.ZodType, z.ZodType, ContentBody | undefined>) => Promise<unknown>
}

/** Routes of one subject, as the description of the API lists them. */
export type RouteGroup = { title: string; routes: readonly Route[] }

export const isJsonAnswer = (answer: Route['answer']): answer is z.ZodType => answer instanceof z.ZodType

const isList = (answer: Route['answer']): boolean =>
  answer instanceof z.ZodArray || (answer instanceof z.ZodUnion && answer.options.every((option) => option instanceof z.ZodArray))

export const pathToParameterNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)

/** `{}`, which handlers give by giving nothing. */
export const emptyAnswer = z.strictObject({}).meta({ id: 'Empty' }) as unknown as z.ZodType<Record<string, never>, void>

/** Declares a route. The handler sees parsed input only, and a caller whenever the access rule demands one. */
export function defineRoute<
  const A extends RouteAccess,
  P extends z.ZodType = z.ZodType<Record<string, string>>,
  Q extends z.ZodType = z.ZodType<undefined>,
  B extends z.ZodType = z.ZodType<undefined>,
  R extends z.ZodType = z.ZodType<never, never>,
  C extends ContentBody | undefined = undefined,
>(route: RouteInput<A, P, Q, B, R, C>): Route {
  const uuidParams = z.object(Object.fromEntries(pathToParameterNames(route.path).map((name) => [name, uuidSchema()])))
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    access: route.access,
    queryPrivilege: route.queryPrivilege,
    params: route.params ?? uuidParams,
    query: route.query,
    body: route.body,
    largeBody: route.largeBody,
    content: route.content,
    answer: route.answer,
    list: isList(route.answer) ? { key: route.listKey ?? 'id' } : undefined,
    // Safe because mountRoutes parses with these very shapes and resolves the caller by this very access rule.
    handler: route.handler as unknown as Route['handler'],
  }
}
