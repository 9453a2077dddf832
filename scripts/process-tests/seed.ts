import path from 'node:path'
import { z } from 'zod'
import type { Mutation } from '#schema/api/sync.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { createEntity } from '#server/commands/administration/create-entity.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import type { Services } from '#server/services.ts'
import { applyMutations } from '#server/store/write.ts'
import { generateShop } from '../demo/generate.ts'
import { createRandom } from '../demo/random.ts'
import { readLines } from '#server/operations/import/read-lines.ts'
import { runImport } from '#server/operations/import/run-import.ts'
import { createImportTarget } from '#server/operations/import/shop-target.ts'

/** Test data. Shops are named by code, including those of an earlier seed. */
const seedSchema = z.object({
  shops: z
    .array(
      z.object({
        name: z.string(),
        code: z.string(),
        alias: z.string().optional(),
        color: z.string().optional(),
        employees: z.array(z.union([z.string(), z.object({ name: z.string(), countryCode: z.string().optional(), phone: z.string() })])).default([]),
        checklist: z.array(z.string()).default([]),
        generatedOrders: z.int().min(0).default(0),
        importFile: z.string().optional(),
      }),
    )
    .default([]),
  users: z
    .array(
      z.object({
        loginId: z.string(),
        password: z.string(),
        name: z.string().optional(),
        privileges: z.array(z.enum(privilegeNames)).default([]),
        shops: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  /** Changes privileges and shops of existing users; absent fields stay. */
  rights: z.array(z.object({ loginId: z.string(), privileges: z.array(z.enum(privilegeNames)).optional(), shops: z.array(z.string()).optional() })).default([]),
})

export type TestSeed = z.input<typeof seedSchema>
export type SeededIds = { shopIdByCode: Record<string, string>; userIdByLogin: Record<string, string>; employeeIdByName: Record<string, string> }

type SeedShop = z.output<typeof seedSchema>['shops'][number]

export async function applySeed(services: Services, input: unknown): Promise<SeededIds> {
  const seed = seedSchema.parse(input)
  const ids: SeededIds = { shopIdByCode: {}, userIdByLogin: {}, employeeIdByName: {} }
  for (const shop of seed.shops) await seedShop(services, shop, ids)
  for (const { shops, ...user } of seed.users) {
    const shopIds = await Promise.all(shops.map((code) => findShopId(services, code)))
    ids.userIdByLogin[user.loginId] = (await createUser(services, { ...user, shopIds })).id
  }
  for (const rights of seed.rights) await setRights(services, rights)
  return ids
}

async function setRights(services: Services, { loginId, privileges, shops }: z.output<typeof seedSchema>['rights'][number]): Promise<void> {
  const { id: userId } = await services.db.selectFrom('users').select('id').where('login_id', '=', loginId).executeTakeFirstOrThrow()
  const shopIds = shops && (await Promise.all(shops.map((code) => findShopId(services, code))))
  await services.db.transaction().execute(async (trx) => {
    if (privileges) {
      await trx.deleteFrom('users_privileges').where('user_id', '=', userId).execute()
      for (const { id, privilegeName } of privilegeRows) {
        if (privileges.includes(privilegeName))
          await trx.insertInto('users_privileges').values({ id: services.newId(), user_id: userId, privilege_id: id }).execute()
      }
    }
    if (shopIds) {
      await trx.deleteFrom('shop_users').where('user_id', '=', userId).execute()
      for (const shopId of shopIds)
        await trx
          .insertInto('shop_users')
          .values({ id: services.newId(), shop_id: shopId, user_id: userId, created_at: services.clock().toISOString() })
          .execute()
    }
  })
  services.bus.announceAccess(userId)
}

async function seedShop(services: Services, { employees, checklist, generatedOrders, importFile, ...shop }: SeedShop, ids: SeededIds): Promise<void> {
  const { id } = await createShop(services, shop)
  ids.shopIdByCode[shop.code] = id
  const employeeIds: string[] = []
  if (employees.length > 0) {
    const { id: entityId } = await createEntity(services, { entityName: `${shop.name} Ltd`, contactName: 'Owner', shopIds: [id] })
    const ops: Mutation['ops'] = []
    for (const employee of employees) {
      const values = typeof employee === 'string' ? { name: employee } : employee
      const employeeId = services.newId()
      employeeIds.push(employeeId)
      ids.employeeIdByName[values.name] = employeeId
      ops.push({ action: 'create', collection: 'employees', id: employeeId, values: { entityId, ...values } })
    }
    await applyAll(services, id, 'administration', [{ id: services.newId(), shopId: id, at: services.clock().toISOString(), ops }])
  }
  if (checklist.length > 0) {
    const ops = checklist.map((name) => ({ action: 'create' as const, collection: 'checklist_items', id: services.newId(), values: { name } }))
    await applyAll(services, id, 'administration', [{ id: services.newId(), shopId: id, at: services.clock().toISOString(), ops }])
  }
  if (generatedOrders > 0) {
    const mutations = generateShop({ id, areaCode: '415', employeeIds, checklistItemIds: [] }, createRandom(generatedOrders), services.clock(), generatedOrders)
    for (let start = 0; start < mutations.length; start += 250) await applyAll(services, id, 'import', mutations.slice(start, start + 250))
  }
  if (importFile !== undefined) await runImport(readLines(path.resolve(importFile)), createImportTarget(services, id), { isDryRun: false })
}

async function applyAll(services: Services, shopId: string, origin: 'administration' | 'import', mutations: Mutation[]): Promise<void> {
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin }
  const results = await applyMutations(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: services.clock(), mutations })
  const refused = results.find(({ outcome }) => outcome !== 'applied')
  if (refused !== undefined) throw new Error(`The seed was refused: ${JSON.stringify(refused.error)}`)
}

async function findShopId(services: Services, code: string): Promise<string> {
  return (await services.db.selectFrom('shops').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
}
