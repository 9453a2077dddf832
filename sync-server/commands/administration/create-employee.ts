import type { Services } from '../../services.ts'
import { applyOps } from '../../store/write.ts'

export type NewEmployee = {
  shopId: string
  entityId: string
  name: string
  email?: string | null
  countryCode?: string | null
  phone?: string | null
  alternateCountryCode?: string | null
  alternatePhone?: string | null
}

/**
 * Makes an employee of a shop, through the write path like every row of a shop. Whoever calls has checked that the actor may.
 * @param actor null for the system itself (demo data, tests)
 */
export async function createEmployee(services: Services, actor: { userId: string | null }, { shopId, ...employee }: NewEmployee): Promise<{ id: string }> {
  const id = services.newId()
  const values = Object.fromEntries(Object.entries(employee).filter((entry): entry is [string, string | null] => entry[1] !== undefined))
  const caller = { userId: actor.userId, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'administration' } as const
  await applyOps(services, caller, shopId, [{ action: 'create', collection: 'employees', id, values }])
  return { id }
}
