import { Hono, type Context } from 'hono'
import { listQuery } from '#schema/api/lists.ts'
import { parseInput } from '#schema/api/parse.ts'
import { pushMaxBytes, type SessionUser } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { isAllowed, isMember, type Caller } from '#schema/rules/access/access.ts'
import { privilegesBeyondShops } from '#schema/rules/access/administration.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import type { AppEnv, StaffSession } from '../app-env.ts'
import { readBearer } from '../http/bearer.ts'
import { readPortalCookie } from '../http/portal-cookie.ts'
import { readContent, readToldLength } from '../http/files/read-content.ts'
import { readSessionCookie } from '../http/session-cookie.ts'
import { assertPortalOpen } from '../portal/portal.ts'
import { readPortalSession, type PortalSession } from '../portal/portal-sessions.ts'
import { readApiToken, type ApiToken } from '../session/api-tokens.ts'
import { isSameSecret } from '../session/same-secret.ts'
import { assertFreshCode } from '../session/second-factor.ts'
import { readSession } from '../session/sessions.ts'
import { isAdministrationWrite } from '../registry/administration-writes.ts'
import type { ContentBody, LargeBody, Route, RouteTools } from '../registry/registry.ts'
import { routePath } from 'hono/route'
import { listToText } from '../lists/list-text.ts'
import type { ListSteps } from '../lists/list-steps.ts'
import { arrayToList, itemToId, type List, type ListPage } from '../lists/list.ts'
import { errorToLogFields } from '../log.ts'
import type { Log } from '../services.ts'

/** Registers declared routes with Hono; fixed path segments before `:parameters`, regardless of declaration order. */
export function mountRoutes(routes: readonly Route[], tools: RouteTools): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const route of [...routes].sort(compareSpecificity)) app.on(route.method, route.path, (c) => answer(c, route, tools))
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(path, (c) => {
      c.header('Allow', methods.join(', '))
      throw new AppError('METHOD_NOT_ALLOWED')
    })
  }
  return app
}

async function answer(c: Context<AppEnv>, route: Route, tools: RouteTools): Promise<Response> {
  const params = route.params.safeParse(c.req.param())
  if (!params.success) throw new AppError('NOT_FOUND')
  const { user, session, caller } = route.access.who === 'operator' ? admitOperator(c, tools) : await identify(c, tools)
  const query = readQuery(c)
  const shopId = c.req.param('shopId')?.toLowerCase()
  const customer = await admitCustomer(c, route, shopId, tools)
  assertAccess(route, { caller, session }, shopId, query)
  if (session && isAdministrationWrite(route)) await assertFreshCode(tools.services, session)

  const turns = tools.lists.of(caller?.userId ?? customer?.customerId ?? 'anybody')
  const page = route.list ? parseInput(listQuery, query) : {}
  const readBody = async () => route.body && parseInput(route.body, await readJson(c))
  const call = {
    ...tools,
    c,
    params: params.data,
    query: route.query && parseInput(route.query, query),
    body: route.largeBody ? undefined : await readBody(),
    // Safe: the access rule has refused callers whom the handler does not expect.
    user: user as SessionUser,
    session,
    caller: caller as Caller,
    customer: customer as PortalSession,
    steps: turns,
    page,
  }
  const sender = caller?.userId ?? 'anybody'
  const handle = (content?: Uint8Array<ArrayBuffer>) => route.handler({ ...call, content })
  if (route.list) return answerList(c, route.list, await turns.choose(handle), { page, steps: turns, log: tools.services.log })
  const handleLarge = ({ maxBytes }: LargeBody) =>
    tools.largeBodies.run({ from: sender, size: readToldLength(c, maxBytes) }, async () =>
      route.handler({ ...call, body: await readBody(), content: undefined }),
    )
  const result = await (route.largeBody ? handleLarge(route.largeBody) : route.content ? handleContent(c, route.content, { sender, tools }, handle) : handle())
  if (result instanceof Response) {
    // File responses set their own cache lifetime.
    if (!result.headers.has('Cache-Control')) result.headers.set('Cache-Control', 'no-store')
    return result
  }
  c.header('Cache-Control', 'no-store')
  return c.json(result ?? {})
}

type Identity = { user?: SessionUser; session?: StaffSession; caller?: Caller }

/** The operator's token is neither a session nor an API token. */
function admitOperator(c: Context<AppEnv>, { config: { metricsToken } }: RouteTools): Identity {
  const token = readBearer(c)
  if (metricsToken === null || token === undefined || !isSameSecret(token, metricsToken)) throw new AppError('NOT_FOUND')
  return {}
}

/** Reads session or token, privileges and shops from the database. */
async function identify(c: Context<AppEnv>, tools: RouteTools): Promise<Identity> {
  const token = readBearer(c)
  const identity = token === undefined ? await identifyPerson(c, tools) : await identifyProgram(c, token, tools)
  c.set('caller', identity.caller)
  return identity
}

async function identifyPerson(c: Context<AppEnv>, { services, config, workLimits }: RouteTools): Promise<Identity> {
  const session = await readSession(services, readSessionCookie(c, config))
  if (!session) return {}
  workLimits.beginRequest(session.id, readBodyBytes(c))
  return { user: session.user, session, caller: await readCaller(services.reader, session.userId) }
}

const readBodyBytes = (c: Context<AppEnv>): number => readToldLength(c, pushMaxBytes)

/** Identifies a program by its token. A wrong token is refused even on public routes. */
async function identifyProgram(c: Context<AppEnv>, text: string, { services, tokenRequests, workLimits }: RouteTools): Promise<Identity> {
  const token = await readApiToken(services, text)
  if (token === undefined || token === 'ended') {
    c.header('WWW-Authenticate', 'Bearer')
    throw new AppError('UNAUTHENTICATED', token === 'ended' ? 'This API token has ended.' : 'This API token is not valid.')
  }
  c.set('tokenId', token.id)
  await tokenRequests.take(token.id)
  workLimits.beginRequest(token.id, readBodyBytes(c))
  if (token.readOnly && c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new AppError('FORBIDDEN', 'This API token may only read.')
  return { user: token.user, caller: narrowToToken(await readCaller(services.reader, token.user.id), token) }
}

/** The token's rights, restricted to what its owner has now. */
function narrowToToken(owner: Caller, { privileges, shopIds }: ApiToken): Caller {
  const held = privileges.filter((privilege) => owner.privileges.has(privilege))
  if (shopIds === null) return { ...owner, privileges: new Set(held) }
  return {
    userId: owner.userId,
    privileges: new Set(held.filter((privilege) => !privilegesBeyondShops.includes(privilege))),
    shopIds: new Set(shopIds.filter((shopId) => owner.shopIds.has(shopId))),
    isWithinShops: true,
  }
}

/** Portal access: it must be on, and some calls need a customer verified in this shop. */
async function admitCustomer(
  c: Context<AppEnv>,
  { access: { who } }: Route,
  shopId: string | undefined,
  { services, config }: RouteTools,
): Promise<PortalSession | undefined> {
  if ((who !== 'portal' && who !== 'customer') || shopId === undefined) return undefined
  await assertPortalOpen(services.reader, shopId)
  if (who === 'portal') return undefined
  const customer = await readPortalSession(services, shopId, readPortalCookie(c, config))
  if (!customer) throw new AppError('UNAUTHENTICATED', portalTexts.notVerified)
  return customer
}

function assertAccess({ access, queryPrivilege }: Route, { caller, session }: Identity, shopId: string | undefined, query: Record<string, string>): void {
  if (access.who === 'anyone' || access.who === 'operator' || access.who === 'portal' || access.who === 'customer') return
  if (!caller) throw new AppError('UNAUTHENTICATED')
  if (access.who === 'device' && query['user'] !== undefined && query['user'] !== caller.userId) throw new AppError('UNAUTHENTICATED')
  const needsSession = access.who === 'device' || ('by' in access && access.by === 'session')
  if (needsSession && !session) throw new AppError('FORBIDDEN', 'This needs a person who is signed in; an API token is not enough.')
  if (access.who === 'holder' && !access.anyOf.some((privilege) => caller.privileges.has(privilege))) throw new AppError('FORBIDDEN')
  if (access.who === 'member') {
    if (shopId === undefined || !isMember(caller, shopId)) throw new AppError('NOT_FOUND')
    const { action, collection, privilege, denied } = access
    if (action && collection && !isAllowed(caller, action, collection, shopId)) throw new AppError('FORBIDDEN', denied)
    if (privilege && !caller.privileges.has(privilege)) throw new AppError('FORBIDDEN', denied)
  }
  if (queryPrivilege?.parameters.some((name) => name in query) && !caller.privileges.has(queryPrivilege.privilege))
    throw new AppError('FORBIDDEN', queryPrivilege.denied)
}

/** An empty parameter counts as absent, but for a ticket: an empty one names no order. */
const readQuery = (c: Context<AppEnv>): Record<string, string> =>
  Object.fromEntries(Object.entries(c.req.query()).filter(([name, value]) => value !== '' || name === 'ticket'))

/** Reads an absent body as an empty object, so that validation names the missing fields. */
async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('VALIDATION', 'The request is not valid JSON.')
  }
}

/** Waits for memory to be free before reading the bytes, and holds it until they are stored. */
const handleContent = <Result>(
  c: Context<AppEnv>,
  rule: ContentBody,
  { sender, tools }: { sender: string; tools: RouteTools },
  handle: (content: Uint8Array<ArrayBuffer>) => Promise<Result>,
): Promise<Result> => tools.uploads.run({ from: sender, size: readToldLength(c, rule.maxBytes) }, async () => handle(await readContent(c, rule)))

function compareSpecificity(one: Route, other: Route): number {
  const key = ({ path }: Route) =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? '1' : `0${part}`))
      .join('/')
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

type Tools = { page: ListPage; steps: ListSteps; log: Log }

/**
 * Answers a list as a bare array: a short one at once, a long one as a stream. After the head is sent, an error can
 * only cut the connection, so that the answer does not look complete.
 */
async function answerList(c: Context<AppEnv>, { key }: NonNullable<Route['list']>, result: unknown, { page, steps, log }: Tools): Promise<Response> {
  const list = Array.isArray(result)
    ? arrayToList(result, (item: unknown) => (typeof item === 'object' && item !== null ? String((item as Record<string, unknown>)[key]) : itemToId(item)))
    : (result as List<unknown>)
  const text = await listToText(list, page, steps)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Type', 'application/json')
  if ('whole' in text) return c.body(text.whole)
  c.set('isStreamed', true)
  const fields = { requestId: c.get('requestId'), route: routePath(c) }
  return c.body(piecesToStream(text.pieces, (error) => log.error({ ...fields, ...errorToLogFields(error) }, 'a list broke off')))
}

/** Pulls the next piece when the connection accepts more. */
function piecesToStream(pieces: AsyncGenerator<string>, report: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await pieces.next()
          // The client may have disconnected during the read.
          if (isCancelled) return
          if (next.done === true) controller.close()
          else controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          report(error)
          // A generic error, because the adapter prints it with its message.
          controller.error(new Error('The list broke off'))
        }
      },
      async cancel() {
        isCancelled = true
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
