import type { Customer } from '#schema/collections/work/customers.ts'
import type { RowValues } from '#schema/api/rows.ts'
import { AppError } from '#schema/errors.ts'
import { neededPhoneMessage } from '#schema/rules/customers/phone-pairs.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { hashPassword } from '../session/passwords.ts'
import { tryNoteSecurityEvent } from '../session/security-log.ts'
import type { WriteCaller } from '../store/caller.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { createRow, eraseCustomerRow, updateRow } from '../store/write-rows.ts'

type CustomerValues = { values: RowValues; accessCode: string | null | undefined }

/** The access code is not a row field; only its hash is stored. */
const splitAccessCode = ({ customerAccessCode, ...values }: RowValues): CustomerValues => ({
  values,
  accessCode: typeof customerAccessCode === 'string' ? customerAccessCode : customerAccessCode === null ? null : undefined,
})

const accessCodeToServerValues = async (accessCode: string | null | undefined) => {
  if (accessCode === undefined) return undefined
  return { accessCodeHash: accessCode === null ? null : await hashPassword(accessCode), hasAccessCode: accessCode !== null }
}

/** Creates a customer; `customerAccessCode` sets the access code. */
export async function createCustomer(services: Services, caller: WriteCaller, shopId: string, fields: RowValues): Promise<Customer> {
  const { values, accessCode } = splitAccessCode(fields)
  const serverValues = await accessCodeToServerValues(accessCode ?? undefined)
  return createRow(services, caller, shopId, 'customers', values, { serverValues })
}

/** Changes the given fields; `customerAccessCode` sets a new code, null removes it. */
export async function updateCustomer(services: Services, caller: WriteCaller, shopId: string, id: string, fields: RowValues): Promise<Customer> {
  const { values, accessCode } = splitAccessCode(fields)
  const current = accessCode === null ? await findRow(services.reader, 'customers', shopId, id) : undefined
  // Removing a missing code is no change and must not be logged as one.
  if (values['noPhone'] === false && values['phone'] === undefined) await assertHasPhone(services, shopId, id)
  const serverValues = await accessCodeToServerValues(current?.hasAccessCode === false ? undefined : accessCode)
  return updateRow(services, caller, shopId, 'customers', id, values, { serverValues })
}

/** @throws AppError VALIDATION when taking the mark away would leave a customer without a phone and without the mark */
async function assertHasPhone(services: Services, shopId: string, id: string): Promise<void> {
  const customer = await findRow(services.reader, 'customers', shopId, id)
  if (customer?.noPhone === true && customer.phone === null)
    throw new AppError('VALIDATION', neededPhoneMessage, { issues: [{ path: 'phone', message: neededPhoneMessage }] })
}

/**
 * Erases the customer for good; `name` is the customer's name, typed to confirm. Empties the WAL afterwards, so that
 * the database file holds nothing of the customer; existing backups still do.
 */
export async function eraseCustomer(services: Services, caller: WriteCaller, shopId: string, id: string, name: string): Promise<Customer> {
  const customer = await eraseCustomerRow(services, caller, shopId, id, name)
  await engineOf(services.db).emptyJournal(services.db)
  // Log the id: the log is kept after the name is erased.
  await tryNoteSecurityEvent(services, { kind: 'customer-erased', userId: caller.userId, shopId, detail: id })
  return customer
}
