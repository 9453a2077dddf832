import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { publicEmailBody, PublicOrder, PublicOrderValues, Registration } from '#schema/api/portal.ts'
import { AppError } from '#schema/errors.ts'
import { portalOrderNote, portalOrderStatusName, portalTexts } from '#schema/rules/customers/portal.ts'
import type { Services } from '../services.ts'
import type { WriteCaller } from '../store/caller.ts'
import { findPortalOrder, orderToPublic } from '../queries/portal/orders.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { readTicketPrefix } from '../queries/rows/ticket-prefix.ts'
import { createRow, updateRow } from '../store/write-rows.ts'
import { applyTogether, type Together } from '../store/write.ts'
import { findPhoneOwners } from '../queries/portal/phone-owners.ts'

/** The portal writes in its shop with a member's rights, without a user. */
const toPortalCaller = (shopId: string): WriteCaller => ({ userId: null, privileges: new Set(), shopIds: new Set([shopId]), origin: 'portal' })

/** Longer than writing a row takes, so that the time does not reveal whether one was written. */
const registrationMs = 250

/** Creates the customer; does nothing, indistinguishably, if the shop has the number already. */
export async function registerCustomer(services: Services, shopId: string, values: Registration): Promise<void> {
  const answerTime = sleep(registrationMs)
  const { name, countryCode, phone, alternateCountryCode = null, alternatePhone = null, email = null } = values
  const alternate = { alternateCountryCode: alternatePhone === null ? null : alternateCountryCode, alternatePhone }
  const create = {
    action: 'create',
    collection: 'customers',
    id: services.newId(),
    values: {
      name,
      countryCode,
      phone,
      phoneUnconfirmed: true,
      ...alternate,
      alternatePhoneUnconfirmed: alternatePhone !== null,
      email,
      emailUnconfirmed: email !== null,
    },
  } as const
  // Check inside the transaction, so that a double click creates one customer.
  const register = async ({ trx, apply }: Together) => {
    const [owner] = await findPhoneOwners(trx, shopId, values)
    if (!owner) await apply(shopId, [create])
  }
  await applyTogether(services, null, register, { origin: 'portal', shopIds: [shopId] })
  await answerTime
}

/** Creates the order of the customer's form; fields that the shop decides are set here. */
export async function createPortalOrder(services: Services, shopId: string, { id = services.newId(), ...values }: PublicOrderValues): Promise<PublicOrder> {
  const known = await findPortalOrder(services.reader, shopId, id, values.customerId)
  if (known) return known
  const status = await services.reader.selectFrom('order_statuses').select('id').where('status_name', '=', portalOrderStatusName).executeTakeFirst()
  if (!status) throw new AppError('CONFLICT', portalTexts.statusMissing)
  const { customerId, itemDetails, issueDescription, additionalRequests = null } = values
  try {
    const order = await createRow(
      services,
      toPortalCaller(shopId),
      shopId,
      'orders',
      {
        customerId,
        itemDetails,
        issueDescription,
        additionalRequests,
        orderStatusId: status.id,
        priority: false,
        quotedCost: null,
        assignedEmployeeId: null,
        orderNotes: portalOrderNote,
      },
      { id },
    )
    return orderToPublic(await readTicketPrefix(services.reader, shopId), order)
  } catch (error) {
    // A concurrent request with the same id was faster.
    const made = error instanceof AppError && error.code === 'CONFLICT' ? await findPortalOrder(services.reader, shopId, id, customerId) : undefined
    if (made) return made
    throw error
  }
}

/** The e-mail address of the customer's registration that nobody confirmed yet. */
export async function findUnconfirmedEmail({ reader }: Pick<Services, 'reader'>, shopId: string, customerId: string): Promise<string | null> {
  const customer = await findRow(reader, 'customers', shopId, customerId)
  return customer?.emailUnconfirmed === true ? customer.email : null
}

/** Confirms or removes it, as the verified customer says; without effect where it is another one by now. */
export async function settleEmail(services: Services, shopId: string, { customerId, email, isMine }: z.output<typeof publicEmailBody>): Promise<void> {
  if ((await findUnconfirmedEmail(services, shopId, customerId)) !== email) return
  const values = { emailUnconfirmed: false, ...(!isMine && { email: null }) }
  await updateRow(services, toPortalCaller(shopId), shopId, 'customers', customerId, values)
}
