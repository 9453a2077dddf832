import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { erasedName } from '#schema/rules/customers/erase.ts'
import { estimateTexts } from '#schema/rules/estimates/estimate-states.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { eraseCustomer } from '../../commands/write-customer.ts'
import { sendEstimate } from '../../portal/estimates/send-estimate.ts'
import { contentOf, create, createWorld, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'

const { 'Waiting For Approval': waiting, 'In Progress': inProgress } = orderStatusIdByName

let world: World
let shopId: string
let userId: string
const [ann, orderId, id] = [v7(), v7(), v7()]
const lines = JSON.stringify([{ kind: 'part', description: 'Screen of Ann Lee', quantity: 1, unitPrice: 80 }])
const cheaper = JSON.stringify([{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 60 }])

const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const read = () => world.services.reader.selectFrom('estimates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readStatus = async () =>
  (await world.services.reader.selectFrom('orders').select('order_status_id').where('id', '=', orderId).executeTakeFirstOrThrow()).order_status_id
const send = () => sendEstimate(world.services, { userId, shopId, id, publicOrigin: null })
/** A consent as a tablet records it, with the lines it showed. */
const consent = (seenLines: string, from = 'draft') =>
  update('estimates', id, { state: [from, 'approved'], lines: [seenLines, seenLines], decidedName: [null, 'Ann Lee'], decidedBy: [null, 'staff'] })

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId], privileges: ['delete_order', 'delete_customer'] })
  await push(create('customers', ann, { name: 'Ann Lee' }), create('orders', orderId, orderValues(ann, { orderStatusId: waiting })))
  await push(create('estimates', id, { orderId, lines }))
})
afterEach(() => world.close())

describe('an estimate at the write path', () => {
  it('refuses a tablet’s change of what was sent meanwhile, says why, and shows the row as it is', async () => {
    await send()
    const refused = await push(update('estimates', id, { lines: [lines, cheaper] }))
    expect(refused).toMatchObject({ outcome: 'rejected', error: { code: 'CONFLICT', message: estimateTexts.sentStays } })
    expect(contentOf(refused, id)).toMatchObject({ state: 'sent', total: 80, lines: [{ unitPrice: 80 }] })
    expect(await push(remove('estimates', id))).toMatchObject({ outcome: 'rejected', error: { code: 'CONFLICT', message: estimateTexts.sentIsKept } })
  })

  it('takes a consent that was recorded offline, and lets the order go on', async () => {
    expect(await push(consent(lines))).toMatchObject({ outcome: 'applied' })
    expect(await read()).toMatchObject({ state: 'approved', decided_by: 'staff', decided_name: 'Ann Lee', decided_at: world.now.toISOString() })
    expect(await readStatus()).toBe(inProgress)
  })

  it('refuses a consent to lines that somebody changed meanwhile', async () => {
    await push(update('estimates', id, { lines: [lines, cheaper] }))
    expect(await push(consent(lines))).toMatchObject({ outcome: 'rejected', error: { code: 'CONFLICT', message: estimateTexts.changedMeanwhile } })
    expect(await read()).toMatchObject({ state: 'draft', decided_by: null })
  })

  it('refuses a consent to what was sent, answered or withdrawn meanwhile, and never merges states', async () => {
    await send()
    expect(await push(consent(lines))).toMatchObject({ outcome: 'rejected', error: { message: estimateTexts.changedMeanwhile } })
    expect(await push(update('estimates', id, { state: ['sent', 'withdrawn'] }))).toMatchObject({ outcome: 'applied' })
    expect(await push(consent(lines, 'sent'))).toMatchObject({ outcome: 'rejected', error: { message: estimateTexts.changedMeanwhile } })
    expect(await readStatus()).toBe(waiting)
  })

  it('gives versions by the order of arrival', async () => {
    const others = [v7(), v7()]
    await push(...others.map((other) => create('estimates', other, { orderId, lines })))
    const rows = await world.services.reader.selectFrom('estimates').select('version').where('order_id', '=', orderId).orderBy('seq').execute()
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3])
  })

  it('goes and comes back with its order, whatever its state', async () => {
    await send()
    await push(remove('orders', orderId))
    expect(await read()).toMatchObject({ deleted: 1 })
    await push(restore('orders', orderId))
    expect(await read()).toMatchObject({ deleted: 0, state: 'sent', version: 1 })
  })

  it('keeps nobody’s name once its customer is erased', async () => {
    await push(update('estimates', id, { note: [null, 'For Ann Lee'] }))
    await push(
      update('estimates', id, {
        state: ['draft', 'approved'],
        decidedName: [null, 'Annie of next door'],
        decidedBy: [null, 'staff'],
        consentNote: [null, 'Rang from +1 555'],
      }),
    )
    await eraseCustomer(world.services, await world.caller(userId), shopId, ann, 'Ann Lee')
    const row = await read()
    expect(JSON.stringify(row)).not.toMatch(/Ann|Rang from|\+1 555/)
    expect(row).toMatchObject({ decided_name: erasedName, consent_note: null, state: 'approved', total_cents: 8000 })
    expect(readEstimateLines(row.lines)).toMatchObject([{ quantity: 1, unitPrice: 80 }])
  })
})
