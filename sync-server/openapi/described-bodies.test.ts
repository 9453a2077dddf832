import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { routeGroups } from '../routes/all-routes.ts'
import { exampleByName, makeExample, nameToRoute } from '../testing/test-examples.ts'
import { openRoutesWorld } from '../testing/test-registry-world.ts'
import { createApiDocument } from './document.ts'
import { componentRef, type JsonObject } from './json-shapes.ts'
import { routeToOperationId, toPascal } from './operation-id.ts'

const world = await openRoutesWorld()
const userId = await world.shop.addUser()
afterAll(() => world.close())

const { schemas } = createApiDocument(routeGroups)['components'] as { schemas: JsonObject }

/** Reads a component as a third-party program would. Formats are ignored, since '' clears a field. */
function readComponent(name: string): z.ZodType {
  const text = JSON.stringify({ $ref: componentRef(name), $defs: schemas }, (key, value: unknown) => (key === 'format' ? undefined : value))
  return z.fromJSONSchema(JSON.parse(text.replaceAll(componentRef(''), '#/$defs/')) as Parameters<typeof z.fromJSONSchema>[0])
}

test('every body that the server takes fits what the document says of it', async () => {
  const misfits: unknown[] = []
  let bodies = 0
  for (const name of Object.keys(exampleByName)) {
    const { body } = await makeExample(name, world.shop, userId)
    if (!body) continue
    bodies++
    const { success, error } = readComponent(`${toPascal(routeToOperationId(nameToRoute(name)))}Body`).safeParse(body)
    if (!success) misfits.push([name, error.issues])
  }
  expect(misfits).toEqual([])
  expect(bodies).toBeGreaterThan(40)
})
