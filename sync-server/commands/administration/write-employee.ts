import type { EmployeeCreate, EmployeeUpdate } from '#schema/api/administration.ts'
import type { Employee } from '#schema/collections/people/employees.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { findPhoneIssues, type PhoneFields } from '#schema/rules/customers/phone-pairs.ts'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { employeeToListItem } from '#schema/api/list-items.ts'
import { findEntity, findEntityShop } from '../../queries/people/entities.ts'
import { assertMayStaffEntity } from '../../queries/people/rights.ts'
import { findShop } from '../../queries/shops.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import { administer, givenOnly } from './administer.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { assertFound } from './assert-found.ts'

/** Allowed for administrators and users assigned to the entity. */

export async function addEmployee(services: Services, caller: Caller, entityId: string, values: EmployeeCreate): Promise<EmployeeListItem> {
  const { shopId, email = null, countryCode = null, phone = null, alternateCountryCode = null, alternatePhone = null, userId = null } = values
  const row = { entityId: values.entityId, name: values.name, email, countryCode, phone, alternateCountryCode, alternatePhone, userId }
  await assertMayStaffEntity(services.reader, caller, entityId)
  if (row.entityId !== entityId) throw new AppError('VALIDATION', 'Entity is not valid', { issues: [{ path: 'entityId', message: 'Entity is not valid' }] })
  return administer(services, caller.userId, async ({ trx, apply }) => {
    assertFound(await findEntity(trx, entityId), 'Entity')
    await assertShopOfEntity(trx, entityId, shopId)
    assertCountryCodes(row)
    const id = services.newId()
    await apply(shopId, [{ action: 'create', collection: 'employees', id, values: row }])
    return readListItem(trx, shopId, id)
  })
}

/** An employee who moves keeps the id: the old shop's orders still name them, but new ones cannot. */
export async function updateEmployee(
  services: Services,
  caller: Caller,
  shopId: string,
  employeeId: string,
  update: EmployeeUpdate,
): Promise<EmployeeListItem> {
  const { shopId: newShopId = shopId, ...values } = givenOnly(update)
  await assertMayEdit(services.reader, caller, employeeId)
  return administer(services, caller.userId, async ({ trx, apply, affect }) => {
    const before = assertFound(await findRow(trx, 'employees', shopId, employeeId), 'Employee')
    assertCountryCodes({ ...before, ...values })
    if (newShopId !== shopId) {
      await assertShopOfEntity(trx, before.entityId, newShopId)
      await apply(shopId, [{ action: 'leave', collection: 'employees', id: employeeId }])
      await apply(newShopId, [{ action: 'enter', collection: 'employees', id: employeeId }])
    }
    await apply(newShopId, [{ action: 'set', collection: 'employees', id: employeeId, values }])
    const after = await readListItem(trx, newShopId, employeeId)
    // Devices of former shops get the name with the bootstrap, for old orders.
    if (newShopId !== shopId || after.name !== before.name) affect(await listMemberIds(trx, await listLeftShopIds(trx, employeeId)))
    return after
  })
}

const listLeftShopIds = async (trx: Tx, employeeId: string): Promise<string[]> =>
  (await trx.selectFrom('employee_departures').select('shop_id').where('employee_id', '=', employeeId).execute()).map(({ shop_id }) => shop_id)

/** @throws AppError FOREIGN_KEY_VIOLATION while orders or tasks name the employee, NOT_FOUND 'Employee not found' */
export async function deleteEmployee(services: Services, caller: Caller, entityId: string, employeeId: string): Promise<void> {
  await assertMayStaffEntity(services.reader, caller, entityId)
  await administer(services, caller.userId, async ({ trx, apply }) => {
    const row = await trx
      .selectFrom('employees')
      .select('shop_id')
      .where('id', '=', employeeId)
      .where('entity_id', '=', entityId)
      .where('deleted', '=', 0)
      .executeTakeFirst()
    await apply(assertFound(row, 'Employee').shop_id, [{ action: 'delete', collection: 'employees', id: employeeId }])
  })
}

/** Also checks a row that is gone: only a caller who may edit it learns that it is gone. */
async function assertMayEdit(db: Db, caller: Caller, employeeId: string): Promise<void> {
  const row = await db.selectFrom('employees').select('entity_id').where('id', '=', employeeId).executeTakeFirst()
  await assertMayStaffEntity(db, caller, row?.entity_id ?? '')
}

async function assertShopOfEntity(trx: Tx, entityId: string, shopId: string): Promise<void> {
  const link = await findEntityShop(trx, shopId)
  if (link?.entity_id === entityId) return
  const message = 'This shop does not belong to the entity'
  throw new AppError('INVALID_REFERENCE', message, { issues: [{ path: 'shopId', message }] })
}

/** Checks the merged row. */
function assertCountryCodes(row: PhoneFields): void {
  const issues = findPhoneIssues(row)
  if (issues[0] !== undefined) throw new AppError('VALIDATION', issues[0].message, { issues })
}

async function readListItem(trx: Tx, shopId: string, id: string): Promise<EmployeeListItem> {
  const employee: Employee = assertFound(await findRow(trx, 'employees', shopId, id), 'Employee')
  return employeeToListItem(employee, assertFound(await findShop(trx, shopId), 'Shop'))
}
