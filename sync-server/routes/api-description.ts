import { z } from 'zod'
import { createApiDocument } from '../openapi/document.ts'
import { documentToPage } from '../openapi/page.ts'
import { defineRoute, type Route, type RouteGroup } from '../registry/registry.ts'

/** The routes as programs and people read them; made at the first call, and once. `readGroups`: every route there is, these too. */
export function apiDescriptionRoutes(readGroups: () => readonly RouteGroup[]): readonly Route[] {
  const readDocument = once(() => createApiDocument(readGroups()))
  const readPage = once(() => documentToPage(readDocument()))
  return [
    defineRoute({
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'This description of the API as an OpenAPI 3.1 document',
      access: { who: 'anyone' },
      answer: z.looseObject({ openapi: z.literal('3.1.0'), info: z.record(z.string(), z.unknown()), paths: z.record(z.string(), z.unknown()) }),
      handler: async () => readDocument(),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/docs',
      summary: 'This description of the API as a page',
      access: { who: 'anyone' },
      answer: { mediaTypes: ['text/html'], description: 'A page without scripts' },
      handler: async ({ c }) => c.html(readPage()),
    }),
  ]
}

function once<Value extends object | string>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}
