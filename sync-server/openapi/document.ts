import packageJson from '#package.json' with { type: 'json' }
import { errorBodySchema } from '#schema/api/answers/error-answer.ts'
import { copiedCategoryShape } from '#schema/api/rows.ts'
import { mutationSchema } from '#schema/api/sync.ts'
import type { RouteGroup } from '../registry/registry.ts'
import { errorResponses } from './errors.ts'
import { guideToMarkdown } from './guide.ts'
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

export type ApiDocument = JsonObject & { openapi: '3.1.0'; info: JsonObject; paths: Record<string, JsonObject> }

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
