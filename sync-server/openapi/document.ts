import packageJson from '#package.json' with { type: 'json' }
import { errorBodySchema } from '#schema/api/answers/error-answer.ts'
import { copiedCategoryShape } from '#schema/api/rows.ts'
import { mutationSchema, pushMaxBytes } from '#schema/api/sync.ts'
import { portalSessionMinutes } from '#schema/rules/customers/portal.ts'
import type { RouteGroup } from '../registry/registry.ts'
import { errorResponses } from './errors.ts'
import { createShapeReader, type JsonObject } from './json-shapes.ts'
import { pathToTemplate, routeToOperation } from './operations.ts'

const securitySchemes: JsonObject = {
  operatorToken: { type: 'http', scheme: 'bearer', description: 'The token METRICS_TOKEN of the server.' },
  bearerToken: { type: 'http', scheme: 'bearer', description: 'An API token, `mst_…`, made under Profile.' },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'mainspring_session',
    description: 'Set by `POST /api/login`. Over HTTPS its name is `__Host-mainspring_session`.',
  },
  portalCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'mainspring_portal',
    description: 'Set when a customer has proved who they are. Over HTTPS its name is `__Host-mainspring_portal`.',
  },
}

type ApiDocument = JsonObject & { openapi: '3.1.0'; info: JsonObject; paths: Record<string, JsonObject> }

/** The OpenAPI 3.1 document of these routes, generated from the shapes that check requests. */
export function createApiDocument(groups: readonly RouteGroup[]): ApiDocument {
  const shapes = createShapeReader()
  const paths: Record<string, JsonObject> = {}
  for (const { title, routes } of groups) {
    for (const route of routes) {
      const operations = (paths[pathToTemplate(route.path)] ??= {})
      operations[route.method.toLowerCase()] = routeToOperation(route, title, shapes)
    }
  }
  shapes.toJson(errorBodySchema, 'output')
  shapes.toJson(copiedCategoryShape, 'input')
  shapes.addComponent('Mutation', shapes.toJson(mutationSchema, 'input'))
  const schemas = Object.fromEntries(Object.entries(shapes.components).sort(([one], [other]) => (one < other ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mainspring',
      version: packageJson.version,
      summary: 'Orders, customers, money and stock of a repair shop.',
      description: guideToMarkdown(),
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ title }) => ({ name: title })),
    paths,
    components: { schemas, responses: errorResponses(), securitySchemes },
  }
}

/** The part of the API description that applies to every call, in Markdown. */
const guide: readonly { title: string; lines: readonly string[] }[] = [
  {
    title: 'Requests and answers',
    lines: [
      'Bodies and answers are JSON, but for files, which travel as they are. A body needs `Content-Type: application/json`, whatever else is refused with 415; calls without a body need no type. A body is at most ' +
        `${pushMaxBytes / 1024 / 1024} MiB.`,
      'Names are spelled as each call lists them, some in camelCase and some in snake_case; there are no other spellings than those listed. Unknown fields of a body are refused. The exceptions: a row may be sent back as it was read, with the fields that the server keeps (`id`, `createdAt`, `updatedAt`, `seq` and the like), which are passed over; and the calls of sign-in, of the portal and of devices pass over what they do not know.',
      'In bodies `""` counts as null: it clears a field that may be empty. A PUT changes the given fields and leaves the others as they are, but for PUT of an entity, which clears what is left out.',
      'Empty query parameters count as left out; unknown ones are passed over.',
      'Amounts of money are numbers with at most two decimals and may be sent as text. Counts may be sent as text too. Ids are UUIDs.',
      'Every call that answers a list answers it whole, and takes `limit` and `after` for those who want it in pages: at most `limit` entries (up to 5000), in the same order, from the one after the entry whose id is `after`. A page with fewer entries than `limit` is the last. Where an entry that `after` names is gone, the answer is 400: start again without it. A long list is sent while it is being read; where that fails the connection breaks off, and what came is not the whole answer.',
      'Answers are never cached (`Cache-Control: no-store`), but for files, which have an `ETag`; and they may gain fields: pass over those you do not know.',
    ],
  },
  {
    title: 'Times, days and time zones',
    lines: [
      'An instant is answered in UTC with milliseconds, such as `2026-03-01T08:30:00.000Z`, and may be sent with any offset, such as `2026-03-01T09:30:00+01:00`.',
      '`timezone` is the IANA name of a zone, such as `Europe/Berlin`; without it days are those of the zone that the shop has set in its profile, and of UTC where it has set none. An unknown name is refused with 400.',
      '`dateFrom` and `dateTo` are days of that zone, such as `2026-03-01`, both inclusive. Days since a change of status are calendar days of that zone, not periods of 24 hours.',
    ],
  },
  {
    title: 'Who is calling',
    lines: [
      'A program sends an API token as `Authorization: Bearer mst_…`. A person makes tokens under Profile, names each, chooses which of the own privileges it carries, and can revoke it at any time. It can also be read-only (`readOnly`: GET and HEAD alone), for chosen shops (`shopIds`: no other exists for it) and end at an instant (`expiresAt`). A token sees the shops of its owner, never more than its owner may at that moment, and is refused when a page in a browser sends it. Some calls need a person and take no token; each says so.',
      'A browser signs in with `POST /api/login` and then sends the session by cookie: `mainspring_session`, over HTTPS `__Host-mainspring_session`. A session ends after 7 days without use and after 30 days at the latest.',
      `A customer who has proved who they are has a session of the portal for ${portalSessionMinutes} minutes, in a cookie of its own: \`mainspring_portal\`, over HTTPS \`__Host-mainspring_portal\`. It is worth nothing to the calls of the staff, nor the other way round.`,
      'A call that changes something and names an `Origin` is refused unless that is the origin of this server. Programs send none.',
      'Rights are looked up anew with every call. A shop that the caller does not belong to, and every id in it, is answered with 404, as if it did not exist.',
    ],
  },
  {
    title: 'Following a shop',
    lines: [
      'A webhook sends what happens in a shop to an address, in order, signed and at least once; `GET /api/{shopId}/changes` answers all that changed behind a place, for programs that ask. Both are explained with programs to copy in `docs/webhooks.md` of Mainspring.',
    ],
  },
  {
    title: 'Errors and limits',
    lines: [
      'From 400 on an answer is `{ code, message, issues?, requestId }`: `code` is one of a fixed list, for programs; `message` is a sentence for people; `issues` names the fields at fault; `requestId` is also in the log of the server.',
      'Guessing is throttled: signing in, one-time codes, access codes and registrations; tokens too have a limit of calls, and a session has one that no device meets. A 429 tells in `Retry-After` how many seconds to wait; so does a 503 when the server is too busy to check a password.',
      'Every change, of a program as of a device, goes through the same rules, appears in the activities of the shop, and reaches all devices at once. Where a person on a device that was offline changed other fields of the same row, both changes stay.',
      'A path that exists answers 405 for other methods, with `Allow`.',
    ],
  },
]

const guideToMarkdown = (): string => guide.map(({ title, lines }) => `## ${title}\n\n${lines.join('\n\n')}`).join('\n\n')
