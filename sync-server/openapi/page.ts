import { exampleByOperation } from './examples.ts'
import { guide } from './guide.ts'
import { html, inline, type Html } from './html.ts'
import { isJsonObject, readText, type JsonObject } from './json-shapes.ts'
import { fieldList, schemaToFields, schemaToNotes, schemaToType, shapeAnchor } from './page-fields.ts'
import { pageStyle } from './page-style.ts'

type Operation = { method: string; path: string; json: JsonObject }

const toObject = (value: unknown): JsonObject => (isJsonObject(value as JsonObject) ? (value as JsonObject) : {})
const toObjects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(toObject) : [])

/** The document as a page for people, with the same content. */
export function documentToPage(document: JsonObject): string {
  const info = toObject(document['info'])
  const groups = documentToGroups(document)
  const schemas = Object.entries(toObject(toObject(document['components'])['schemas'])).filter(([name]) => !name.endsWith('Body') || name === 'ErrorBody')
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${readText(info, 'title')} API</title>
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        ${pageStyle}
      </head>
      <body>
        <div class="frame">
          <header>
            <h1>${readText(info, 'title')} API</h1>
            <p class="lead">
              Version ${readText(info, 'version')}. ${readText(info, 'summary')} For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI
              ${readText(document, 'openapi')}).
            </p>
          </header>
          <div class="columns">
            ${contents(groups)}
            <main>
              ${guide.map(
                ({ title, lines }) =>
                  html`<section>
                    <h2 id="${toAnchor(title)}">${title}</h2>
                    ${lines.map((line) => html`<p>${inline(line)}</p>`)}
                  </section>`,
              )}
              ${groups.map(
                ({ title, operations }) =>
                  html`<section>
                    <h2 id="${toAnchor(title)}">${title}</h2>
                    ${operations.map((operation) => operationArticle(operation, document))}
                  </section>`,
              )}
              <section>
                <h2 id="shapes">Shapes</h2>
                ${schemas.map(([name, schema]) => shapeArticle(name, toObject(schema)))}
              </section>
            </main>
          </div>
        </div>
      </body>
    </html> `
  return page.markup
}

type Group = { title: string; operations: Operation[] }

function documentToGroups(document: JsonObject): Group[] {
  const operations = Object.entries(toObject(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(toObject(methods)).map(([method, json]) => ({ method, path, json: toObject(json) })),
  )
  return toObjects(document['tags']).map((tag) => {
    const title = readText(tag, 'name')
    return { title, operations: operations.filter(({ json }) => (json['tags'] as string[])[0] === title) }
  })
}

const toAnchor = (title: string): string => title.toLowerCase().replace(/[^a-z]+/g, '-')

const contents = (groups: readonly Group[]): Html =>
  html`<nav aria-label="Contents">
    <ul>
      ${guide.map(({ title }) => html`<li><a href="#${toAnchor(title)}">${title}</a></li>`)}
      ${groups.map(
        ({ title, operations }) =>
          html`<li>
            <details>
              <summary>${title}</summary>
              <ul>
                ${operations.map(({ json }) => html`<li><a href="#${readText(json, 'operationId')}">${readText(json, 'operationId')}</a></li>`)}
              </ul>
            </details>
          </li>`,
      )}
      <li><a href="#shapes">Shapes</a></li>
    </ul>
  </nav>`

function operationArticle({ method, path, json }: Operation, document: JsonObject): Html {
  const id = readText(json, 'operationId')
  const parameters = toObjects(json['parameters']).map((parameter) => ({
    name: readText(parameter, 'name'),
    required: parameter['required'] === true,
    schema: toObject(parameter['schema']),
    notes: html`${parameter['in'] === 'path' ? 'in the path' : 'in the query'}${noteAfter(schemaToNotes({ ...toObject(parameter['schema']), ...(parameter['description'] !== undefined && { description: parameter['description'] }) }))}`,
  }))
  return html`<article id="${id}" aria-labelledby="${id}-name">
    <h3 id="${id}-name"><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code><span class="name">${id}</span></h3>
    <p>${inline(`${readText(json, 'summary')}.`)}</p>
    <p><strong>Who:</strong> ${inline(readText(json, 'description'))}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${fieldList(parameters, 'sent')}`
        : undefined
    }
    ${bodySection(json, document)} ${answerSection(json, document)} ${curlSection(method, path, id)}
  </article>`
}

const noteAfter = (note: Html): Html | undefined => (note.markup === '' ? undefined : html`; ${note}`)

function bodySection({ requestBody }: JsonObject, document: JsonObject): Html | undefined {
  if (!isJsonObject(requestBody)) return undefined
  const types = Object.keys(toObject(requestBody['content']))
  if (!types.includes('application/json')) {
    return html`<h4>Body</h4>
      <p>${types.map((type, place) => html`${place > 0 ? ', ' : ''}<code>${type}</code>`)}. ${inline(readText(requestBody, 'description'))}</p>`
  }
  const schema = resolve(toObject(toObject(toObject(requestBody['content'])['application/json'])['schema']), document)
  const notes = schemaToNotes(schema)
  return html`<h4>Body</h4>
    ${notes.markup === '' ? undefined : html`<p>${notes}</p>`}${fieldList(schemaToFields(schema), 'sent')}`
}

function resolve(schema: JsonObject, document: JsonObject): JsonObject {
  const { $ref } = schema
  return typeof $ref === 'string'
    ? toObject(
        $ref
          .slice(2)
          .split('/')
          .reduce<JsonObject>((part, name) => toObject(part[name]), document),
      )
    : schema
}

function answerSection({ responses }: JsonObject, document: JsonObject): Html {
  const { '200': done, '500': _, ...errors } = toObject(responses)
  const answers = Object.entries(toObject(toObject(done)['content']))
  const [[mediaType, content] = ['', {}]] = answers
  const schema = toObject(toObject(content)['schema'])
  const rows = schemaToFields(schema)
  const isEmpty = Object.keys(toObject(resolve(schema, document)['properties'] ?? { any: null })).length === 0
  const type =
    mediaType === 'application/json'
      ? isEmpty
        ? html`<code>{}</code>`
        : schemaToType(schema)
      : html`${answers.map(([type], place) => html`${place > 0 ? ', ' : ''}<code>${type}</code>`)}. ${inline(readText(toObject(done), 'description'))}`
  return html`<h4>Answer</h4>
    <p>${type}</p>
    ${rows.length > 0 ? fieldList(rows, 'answered') : undefined}
    ${Object.keys(errors).length > 0 ? html`<p class="lead">Refused with ${Object.keys(errors).join(', ')}, as <a href="#${shapeAnchor('ErrorBody')}">ErrorBody</a>.</p>` : undefined}`
}

function curlSection(method: string, path: string, id: string): Html | undefined {
  const example = exampleByOperation[id]
  if (!example) return undefined
  const query = new URLSearchParams(example.query).toString()
  const address = `$MAINSPRING_URL${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name === 'shopId' ? 'SHOP_ID' : 'ID'}`)}${query === '' ? '' : `?${query}`}`
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${address}"`,
    '-H "Authorization: Bearer $MAINSPRING_TOKEN"',
    ...(example.body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example.body, null, 2)}'`]),
  ]
  return html`<h4>Example</h4>
    <pre><code>${lines.join(' \\\n  ')}</code></pre>`
}

function shapeArticle(name: string, schema: JsonObject): Html {
  // Shapes of bodies refuse unknown fields.
  const isSent = 'additionalProperties' in schema
  const rows = schemaToFields(schema)
  const notes = schemaToNotes(schema)
  return html`<article id="${shapeAnchor(name)}" aria-labelledby="${shapeAnchor(name)}-name">
    <h3 id="${shapeAnchor(name)}-name"><code>${name}</code></h3>
    ${notes.markup === '' ? undefined : html`<p>${notes}</p>`}${rows.length > 0 ? fieldList(rows, isSent ? 'sent' : 'answered') : html`<p>${schemaToType(schema)}</p>`}
  </article>`
}
