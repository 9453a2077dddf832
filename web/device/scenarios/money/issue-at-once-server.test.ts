import { describe, expect, it } from 'vitest'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { toIssuedMessage, toStandingMessage } from '#schema/rules/invoices/invoice-states.ts'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { customerInput, fewCollections, orderInput, until, untilSynced } from '../../testing/test-device.ts'
import { type NorthDevice, password, serveNorth } from '../../testing/test-shop-server.ts'

const north = serveNorth({ lab: [], desk: [] })

type Answer = { status: number; number: string | undefined; message: string | undefined }

async function openBoth() {
  const one = async (loginId: string) => {
    const { device } = await north.openFor(loginId, { collections: [...fewCollections, 'invoices'] })
    const client = await signInOverHttp(north.server.url, loginId, password)
    await untilSynced(device)
    const issue = async (id: string): Promise<Answer> => {
      const { status, body } = await client.call<{ number?: string; message?: string }>('POST', `/api/${north.shopId}/invoices/${id}/issue?unlessIssued=true`)
      return { status, number: body.number, message: body.message }
    }
    return { device, issue }
  }
  return { lab: await one('lab'), desk: await one('desk') }
}

type Device = NorthDevice['device']

async function addOrder(device: Device): Promise<string> {
  const customer = customerInput()
  const order = orderInput(customer.id, { quotedCost: '80' })
  await device.write(north.shopId, [customer, order])
  return order.id
}

async function addDraft(device: Device, orderId: string): Promise<string> {
  const { ids } = await device.write(north.shopId, [{ action: 'create', collection: 'invoices', values: { kind: 'invoice', orderId } }])
  await untilSynced(device)
  return ids[0] ?? ''
}

const untilIssued = async (device: Device, id: string): Promise<Invoice | undefined> => {
  await until(async () => (await device.rows.read('invoices', id))?.state === 'issued', 'the issued invoice')
  return device.rows.read('invoices', id)
}

const byStatus = (answers: Answer[]): Answer[] => answers.toSorted((one, other) => one.status - other.status)

const year = new Date().getUTCFullYear()
const numberOf = (count: number): string => `${year}-${String(count).padStart(4, '0')}`

describe('two devices that press Issue at once', () => {
  it('give the same draft one number, and the second is told which', async () => {
    const { lab, desk } = await openBoth()
    const id = await addDraft(lab.device, await addOrder(lab.device))
    const [issued, refused] = byStatus(await Promise.all([lab.issue(id), desk.issue(id)]))
    expect(issued).toMatchObject({ status: 200, number: numberOf(1) })
    expect(refused).toMatchObject({ status: 409, message: toIssuedMessage(numberOf(1)) })
    const [atLab, atDesk] = [await untilIssued(lab.device, id), await untilIssued(desk.device, id)]
    expect(atLab).toMatchObject({ number: numberOf(1), total: 80 })
    expect(atDesk).toEqual(atLab)
  })

  it('give two drafts of one order one invoice, whose number the second is told; drafts of two orders get one each, without a gap', async () => {
    const { lab, desk } = await openBoth()
    const orderId = await addOrder(lab.device)
    await until(async () => (await desk.device.rows.read('orders', orderId)) !== undefined, 'the order at the desk')
    const ids = [await addDraft(lab.device, orderId), await addDraft(desk.device, orderId)] as const
    const [issued, refused] = byStatus(await Promise.all([lab.issue(ids[0]), desk.issue(ids[1])]))
    expect(issued).toMatchObject({ status: 200, number: numberOf(2) })
    expect(refused).toMatchObject({ status: 409, message: toStandingMessage(numberOf(2)) })

    const others = [await addDraft(lab.device, await addOrder(lab.device)), await addDraft(desk.device, await addOrder(desk.device))] as const
    const answers = await Promise.all([lab.issue(others[0]), desk.issue(others[1])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ number }) => number))).toEqual(new Set([numberOf(3), numberOf(4)]))
    for (const id of others) expect(await untilIssued(desk.device, id)).toEqual(await untilIssued(lab.device, id))
  })
})
