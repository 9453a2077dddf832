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
import type { XmlMaker } from '../commands/invoices/e-invoice/xml-maker.ts'
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

/** The callers of a route. Checked before anything but the address is read. */
type RouteAccess =
  | { who: 'anyone' }
  /** A caller with the operator's token (METRICS_TOKEN). For others, or without such a token, the route answers 404. */
  | { who: 'operator' }
  /** Anybody, while the customer portal of the shop in the address (`:shopId`) is on. */
  | { who: 'portal' }
  /** As `portal`, with a portal session of that shop. A staff session does not count. */
  | { who: 'customer' }
  /** `by: 'session'`: only by a session cookie, never by an API token. */
  | { who: 'signed-in'; by?: 'session' }
  /** A device with a session. Refused where `?user=` names another user than the cookie's. */
  | { who: 'device' }
  /** A user with at least one of the privileges. */
  | { who: 'holder'; anyOf: readonly Privilege[]; by?: 'session' }
  /**
   * Members of the shop in the address (`:shopId`) whom the collection's rule allows the action; others get a 404.
   * `denied`: message for members whom the rule refuses. `privilege`: also required, where no collection rule exists.
   */
  | { who: 'member'; action?: RowAction; collection?: CollectionName; privilege?: Privilege; denied?: string }

/** Using one of these query parameters requires a further privilege. */
type QueryPrivilege = { parameters: readonly string[]; privilege: Privilege; denied?: string }

/** The handler returns a Response of one of these types instead of JSON. */
type OtherAnswer = {
  mediaTypes: readonly (
    | 'text/event-stream'
    | 'text/html'
    | 'text/plain'
    | 'text/csv'
    | 'application/xml'
    | 'application/zip'
    | 'application/octet-stream'
    | FileType
  )[]
  description: string
}

/** A binary body. The handler detects the real type from the bytes; the declared type is only checked against the list. */
export type ContentBody = {
  mediaTypes: readonly FileType[]
  maxBytes: number
  /** Messages of the 413 and 415 answers. */
  tooLarge: string
  unsupported: string
}

export type LargeBody = { maxBytes: number; tooLarge: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Services and limit state, kept while the server runs. */
export type RouteTools = {
  services: Services
  config: Config
  limiter: Limiter
  tokenRequests: TokenRequests
  workLimits: WorkLimits
  uploads: Turns
  /** Bodies larger than a full push. */
  largeBodies: Turns
  /** Answers that read all of a shop; each counts one. */
  exports: Turns
  portal: Portal
  messages: MessageOutlet
  lists: ListQueues
  backups: ScheduledBackups | null
  webhooks: WebhookTools
  eInvoices: XmlMaker
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
  /** Splits work on long lists, so that it does not block other requests. */
  steps: ListSteps
  /** Requested page, for handlers that paginate themselves (`isPage`). */
  page: ListPage
}

/** Access rules without a staff session. */
type Outside = 'anyone' | 'operator' | 'portal' | 'customer'

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
  /** One line for the API description. */
  summary: string
  access: A
  queryPrivilege?: QueryPrivilege
  /** Shape of the path parameters; by default all are uuids. Other values answer 404. */
  params?: P
  /** Empty parameters count as absent; unknown ones are ignored. */
  query?: Q
  /** Absent: the route takes no body and does not read one. */
  body?: B
  largeBody?: LargeBody
  /** Binary body, instead of `body`. */
  content?: C
  /** Shape of the JSON answer; `emptyAnswer` for `{}`. A route that answers an array also takes `limit` and `after`. */
  answer: R | OtherAnswer
  /** Field that holds an entry's id, if not `id`. */
  listKey?: string
  handler: (call: Call<A, P, Q, B, C>) => Promise<z.input<R> | List<ItemOf<z.input<R>>> | Response>
}

type ItemOf<Answer> = Answer extends readonly (infer Item)[] ? Item : never

/** A route as the registry stores it, for the API description and the access tests. */
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

export type RouteGroup = { title: string; routes: readonly Route[] }

export const isJsonAnswer = (answer: Route['answer']): answer is z.ZodType => answer instanceof z.ZodType

const isList = (answer: Route['answer']): boolean =>
  answer instanceof z.ZodArray || (answer instanceof z.ZodUnion && answer.options.every((option) => option instanceof z.ZodArray))

export const pathToParameterNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)

/** `{}`; handlers return nothing. */
export const emptyAnswer = z.strictObject({}).meta({ id: 'Empty' }) as unknown as z.ZodType<Record<string, never>, void>

/** Declares a route. The handler gets parsed input, and a caller where the access rule requires one. */
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
    // Safe: mountRoutes parses with these shapes and resolves the caller by this access rule.
    handler: route.handler as unknown as Route['handler'],
  }
}
