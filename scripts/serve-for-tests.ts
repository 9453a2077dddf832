import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { privilegeNames } from '#schema/privileges.ts'
import { createEntity } from '#server/commands/create-entity.ts'
import { createShop } from '#server/commands/create-shop.ts'
import { createUser } from '#server/commands/create-user.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import type { Services } from '#server/services.ts'
import { applyMutations } from '#server/store/write.ts'
import { createImportTarget } from './import/shop-target.ts'
import { readLines } from './import/read-lines.ts'
import { runImport } from './import/run-import.ts'
import { openServices } from './open-services.ts'

/**
 * A server process for browser tests: a real one on its own folder and port, which can be killed and started again on the
 * same folder. `--seed <file.json>` fills an empty database; the ids it made are printed with the address, as one JSON line.
 */
const seedSchema = z.object({
  shops: z.array(z.object({ name: z.string(), code: z.string(), alias: z.string().optional(), color: z.string().optional(), employees: z.array(z.string()).default([]), importFile: z.string().optional() })),
  users: z.array(z.object({ loginId: z.string(), password: z.string(), name: z.string().optional(), privileges: z.array(z.enum(privilegeNames)).default([]), shops: z.array(z.string()) })),
})

export type TestSeed = z.input<typeof seedSchema>
export type TestServerAnnouncement = { url: string; shopIdByCode: Record<string, string>; userIdByLogin: Record<string, string>; employeeIdByName: Record<string, string> }

const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const config = readConfig(process.env)
const announcement: TestServerAnnouncement = { url: '', shopIdByCode: {}, userIdByLogin: {}, employeeIdByName: {} }

if (values.seed !== undefined) {
  const { services, close } = await openServices(config.dataDir)
  const seed = seedSchema.parse(JSON.parse(readFileSync(values.seed, 'utf8')))
  for (const { employees, importFile, ...shop } of seed.shops) {
    const { id } = await createShop(services, shop)
    announcement.shopIdByCode[shop.code] = id
    if (employees.length > 0) Object.assign(announcement.employeeIdByName, await createEmployees(services, id, shop.name, employees))
    if (importFile !== undefined) await runImport(readLines(importFile), createImportTarget(services, id), { isDryRun: false })
  }
  for (const { shops, ...user } of seed.users) {
    const shopIds = shops.map((code) => announcement.shopIdByCode[code] ?? '')
    announcement.userIdByLogin[user.loginId] = (await createUser(services, { ...user, shopIds })).id
  }
  await close()
}

const server = await startServer(config)
announcement.url = server.url

process.on('SIGTERM', () => {
  void server.close().then(() => process.exit(0))
})
process.stdout.write(`${JSON.stringify(announcement)}\n`)

async function createEmployees(services: Services, shopId: string, shopName: string, names: string[]): Promise<Record<string, string>> {
  const { id: entityId } = await createEntity(services, { entityName: `${shopName} Ltd`, contactName: 'Owner', shopIds: [shopId] })
  const idByName = Object.fromEntries(names.map((name) => [name, services.newId()]))
  const now = services.clock()
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'administration' as const }
  const ops = Object.entries(idByName).map(([name, id]) => ({ action: 'create', collection: 'employees', id, values: { entityId, name } }))
  const [result] = await applyMutations(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: now, mutations: [{ id: services.newId(), shopId, at: now.toISOString(), ops }] })
  if (result?.outcome !== 'applied') throw new Error(`The employees were refused: ${JSON.stringify(result?.error)}`)
  return idByName
}
