import type { Customer } from '#schema/collections/work/customers.ts'
import type { RowValues } from '#schema/api/rows.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { hashPassword } from '../session/passwords.ts'
import { tryNoteSecurityEvent } from '../session/security-log.ts'
import type { WriteCaller } from '../store/caller.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { createRow, eraseCustomerRow, updateRow } from '../store/write-rows.ts'

type CustomerValues = { values: RowValues; accessCode: string | null | undefined }

/** The access code comes beside the customer's fields and is kept as a hash only. */
const splitAccessCode = ({ customerAccessCode, ...values }: RowValues): CustomerValues => ({
  values,
  accessCode: typeof customerAccessCode === 'string' ? customerAccessCode : customerAccessCode === null ? null : undefined,
})

const accessCodeToServerValues = async (accessCode: string | null | undefined) => {
  if (accessCode === undefined) return undefined
  return { accessCodeHash: accessCode === null ? null : await hashPassword(accessCode), hasAccessCode: accessCode !== null }
}

/** Creates a customer; `customerAccessCode` among the fields sets the code. */
export async function createCustomer(services: Services, caller: WriteCaller, shopId: string, fields: RowValues): Promise<Customer> {
  const { values, accessCode } = splitAccessCode(fields)
  const serverValues = await accessCodeToServerValues(accessCode ?? undefined)
  return createRow(services, caller, shopId, 'customers', values, { serverValues })
}

/** Changes the given fields; `customerAccessCode` sets a new code, null removes it. */
export async function updateCustomer(services: Services, caller: WriteCaller, shopId: string, id: string, fields: RowValues): Promise<Customer> {
  const { values, accessCode } = splitAccessCode(fields)
  const current = accessCode === null ? await findRow(services.reader, 'customers', shopId, id) : undefined
  // Removing a code that is not there is no change, and must not read like one in the activities.
  const serverValues = await accessCodeToServerValues(current?.hasAccessCode === false ? undefined : accessCode)
  return updateRow(services, caller, shopId, 'customers', id, values, { serverValues })
}

/**
 * Erases the customer for good; `name` is the customer's, typed to confirm. The journal of the database is emptied afterwards,
 * so that the file holds nothing of it; backups that were made before still do.
 */
export async function eraseCustomer(services: Services, caller: WriteCaller, shopId: string, id: string, name: string): Promise<Customer> {
  const customer = await eraseCustomerRow(services, caller, shopId, id, name)
  await engineOf(services.db).emptyJournal(services.db)
  // By id: the log outlives the name.
  await tryNoteSecurityEvent(services, { kind: 'customer-erased', userId: caller.userId, shopId, detail: id })
  return customer
}
