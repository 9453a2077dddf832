import { afterAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createSenders } from '../messages/senders/create-senders.ts'
import { readConfig } from '../config.ts'
import { readServerId } from '../db/server-id.ts'
import { createWorld } from '../testing/test-world.ts'
import { allRoutes } from './all-routes.ts'

const world = await createWorld()
afterAll(() => world.close())

const serverId = await readServerId(world.services.reader)
const app = createApp(world.services, readConfig({}), { webFiles: new Map(), serverId, backups: null, senders: createSenders(readConfig({})) })

test('the server answers nothing that the registry does not name', () => {
  const named = new Set(allRoutes.map(({ method, path }) => `${method} ${path}`))
  // `ALL` covers middleware, the 405 of known addresses and the 404.
  const mounted = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  expect(mounted.filter((name) => !named.has(name))).toEqual([])
  expect(new Set(mounted)).toEqual(named)
  const rules = new Set(app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path))
  for (const { path } of allRoutes) rules.delete(path)
  expect([...rules].sort()).toEqual(['/*', '/api', '/api/*'])
})
