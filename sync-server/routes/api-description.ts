import { z } from 'zod'
import { createApiDocument } from '../openapi/document.ts'
import { defineRoute, type Route, type RouteGroup } from '../registry/registry.ts'

/** The script is built with the web app (`vite.config.ts`). Without it, the link remains. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mainspring API</title>
    <link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
    <script type="module" src="/api-docs.js"></script>
  </head>
  <body>
    <openapi-explorer spec-url="/api/openapi.json" primary-color="#0d5c5e" secondary-color="#0d7476" nav-bg-color="#faf9f7" nav-text-color="#1f1c19"
      display-nulls hide-console hide-authentication hide-server-selection>
      <a href="/api/openapi.json">openapi.json</a>
    </openapi-explorer>
  </body>
</html>
`

/** The API description as JSON and HTML, built on the first call. `readGroups`: all routes, including these. */
export function apiDescriptionRoutes(readGroups: () => readonly RouteGroup[]): readonly Route[] {
  const readDocument = once(() => createApiDocument(readGroups()))
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
      answer: { mediaTypes: ['text/html'], description: 'A page' },
      handler: async ({ c }) => c.html(page),
    }),
  ]
}

function once<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}
