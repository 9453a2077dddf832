import { describe, expect, it } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { type NorthDevice, serveNorth } from '../testing/test-shop-server.ts'
import { customerInput, deviceState, fewCollections, offline, orderInput, paymentInput, statusId, until, untilSynced } from '../testing/test-device.ts'

const north = serveNorth({ lab: privilegeNames, desk: [] })

const openFor = (loginId: string, collections = fewCollections): Promise<NorthDevice> =>
  north.openFor(loginId, { tab: loginId, deviceId: loginId, collections })

const expectSame = async (...devices: NorthDevice[]): Promise<void> => {
  for (const { device } of devices) await device.sync.run()
  for (const { device } of devices) await untilSynced(device)
  const [first, ...others] = await Promise.all(devices.map(({ device }) => deviceState(device, [north.shopId], fewCollections)))
  for (const other of others) expect(other).toEqual(first)
}

describe('two devices and the real server', () => {
  it('show the same after work with and without a network, and nothing that was typed is lost', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const customer = customerInput()
    const order = orderInput(customer.id, { orderNotes: 'taken in' })
    await desk.device.write(north.shopId, [customer, order])
    await until(async () => (await lab.device.rows.read('orders', order.id)) !== undefined, 'the live stream to bring the order')
    lab.api.always = offline
    const edit = (values: Record<string, string>) => [{ action: 'update', collection: 'orders', id: order.id, values } as const]
    for (const status of ['Diagnosis', 'In Progress', 'Fixed'] as const) await lab.device.write(north.shopId, edit({ orderStatusId: statusId[status] }))
    await lab.device.write(north.shopId, edit({ orderNotes: 'taken in\nfixed in the lab' }))
    await desk.device.write(north.shopId, edit({ quotedCost: '90', orderNotes: 'taken in\ncustomer called' }))
    await untilSynced(desk.device)
    lab.api.always = undefined
    lab.device.wakeUp('online')
    await expectSame(lab, desk)
    const row = await desk.device.rows.read('orders', order.id)
    expect(row).toMatchObject({ orderStatusId: statusId.Fixed, quotedCost: '90' })
    expect(row?.orderNotes?.split('\n').toSorted()).toEqual(['customer called', 'fixed in the lab', 'taken in'])
  })

  it('hold an estimate and a spoken consent that were written offline, and learn its version when the server has them (EST-03)', async () => {
    const desk = await openFor('desk', [...fewCollections, 'estimates'])
    await untilSynced(desk.device)
    desk.api.always = offline
    const customer = customerInput()
    const order = orderInput(customer.id, { orderStatusId: statusId['Waiting For Approval'] })
    const lines = JSON.stringify([{ kind: 'labour', description: 'Repair', quantity: 1.5, unitPrice: 40 }])
    await desk.device.write(north.shopId, [customer, order])
    const { ids } = await desk.device.write(north.shopId, [{ action: 'create', collection: 'estimates', values: { orderId: order.id, lines } }])
    const id = ids[0] ?? ''
    expect(await desk.device.rows.read('estimates', id)).toMatchObject({ version: 0, total: 60, state: 'draft' })
    const answer = { state: 'approved', decidedName: 'Ann', decidedBy: 'staff' } as const
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'estimates', id, values: answer }])
    expect(await desk.device.rows.read('estimates', id)).toMatchObject({ ...answer, decidedAt: expect.any(String) })
    desk.api.always = undefined
    desk.device.wakeUp('online')
    await until(async () => (await desk.device.rows.read('estimates', id))?.version === 1, 'the version that the server gave')
    await until(async () => (await desk.device.rows.read('orders', order.id))?.orderStatusId === statusId['In Progress'], 'the order to go on')
    expect(await desk.device.rows.read('estimates', id)).toMatchObject({ ...answer, total: 60, lines })
  })

  it('never take a spoken consent for lines that the customer has not heard, also when a refused one is tried again (EST-03)', async () => {
    const [lab, desk] = [await openFor('lab', [...fewCollections, 'estimates']), await openFor('desk', [...fewCollections, 'estimates'])]
    const toLines = (unitPrice: number) => JSON.stringify([{ kind: 'labour', description: 'Repair', quantity: 1, unitPrice }])
    const customer = customerInput()
    const order = orderInput(customer.id)
    await desk.device.write(north.shopId, [customer, order])
    const { ids } = await desk.device.write(north.shopId, [{ action: 'create', collection: 'estimates', values: { orderId: order.id, lines: toLines(40) } }])
    const id = ids[0] ?? ''
    await until(async () => (await lab.device.rows.read('estimates', id))?.version === 1, 'the estimate at the lab')
    desk.api.always = offline
    await desk.device.write(north.shopId, [
      { action: 'update', collection: 'estimates', id, values: { state: 'approved', decidedName: 'Ann', decidedBy: 'staff' } },
    ])
    await lab.device.write(north.shopId, [{ action: 'update', collection: 'estimates', id, values: { lines: toLines(90) } }])
    await untilSynced(lab.device)
    desk.api.always = undefined
    desk.device.wakeUp('online')
    const findRefused = async () => (await desk.device.refused.list()).find(({ ops }) => ops.some((op) => op.id === id))
    await until(async () => (await findRefused()) !== undefined, 'the refusal')
    await until(async () => (await desk.device.rows.read('estimates', id))?.total === 90, 'the lines of the lab')
    const { mutationId } = await desk.device.refused.retry((await findRefused())?.id ?? '')
    await until(async () => (await findRefused())?.id === mutationId, 'the refusal of what was tried again')
    expect(await lab.device.rows.read('estimates', id)).toMatchObject({ state: 'draft', total: 90 })
    await desk.device.refused.discard(mutationId ?? '')
  })

  it('keep a pasted text without U+0000, alike before and after the server took it', async () => {
    const desk = await openFor('desk')
    await untilSynced(desk.device)
    desk.api.always = offline
    const customer = customerInput({ name: 'Pas\u0000ted' })
    const order = orderInput(customer.id, { orderNotes: 'one\u0000\ntwo' })
    await desk.device.write(north.shopId, [customer, order])
    const read = async () => [(await desk.device.rows.read('customers', customer.id))?.name, (await desk.device.rows.read('orders', order.id))?.orderNotes]
    expect(await read()).toEqual(['Pasted', 'one\ntwo'])
    desk.api.always = undefined
    desk.device.wakeUp('online')
    await expectSame(desk, await openFor('lab'))
    expect(await read()).toEqual(['Pasted', 'one\ntwo'])
  })

  it('land a queue in order over a server that is killed in the middle and started again', async () => {
    const lab = await openFor('lab')
    await untilSynced(lab.device)
    lab.api.always = offline
    const customer = customerInput({ name: 'Queue' })
    await lab.device.write(north.shopId, [customer])
    const payments: string[] = []
    for (let index = 0; index < 150; index++) {
      const order = orderInput(customer.id, { itemDetails: `Item ${index}` })
      const payment = paymentInput(order.id, index + 1)
      await lab.device.write(north.shopId, [order])
      await lab.device.write(north.shopId, [payment])
      payments.push(payment.id)
    }
    lab.api.always = undefined
    const started = Promise.withResolvers<void>()
    lab.api.faults.push.push(async (send) => {
      const answer = send()
      answer.catch(() => undefined)
      await north.server.kill()
      await north.server.start().then(started.resolve, started.reject)
      return answer
    })
    lab.device.wakeUp('online')
    await started.promise
    await until(() => lab.device.sync.status.get().waiting === 0, 'the queue to land')
    const desk = await openFor('desk')
    await expectSame(lab, desk)
    expect((await desk.device.rows.readMany('payments', payments)).map(({ paymentAmount }) => paymentAmount)).toEqual(payments.map((_, index) => index + 1))
    expect(await lab.device.refused.list()).toEqual([])
  }, 60_000)

  it('refuse the same, and bring the row back with the reason', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const customer = customerInput({ name: 'Kept' })
    const order = orderInput(customer.id)
    await lab.device.write(north.shopId, [customer, order])
    await until(async () => (await desk.device.rows.read('orders', order.id)) !== undefined)
    await expect(desk.device.write(north.shopId, [{ action: 'delete', collection: 'orders', id: order.id }])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    desk.api.always = offline
    await desk.device.write(north.shopId, [paymentInput(order.id, 12)])
    await lab.device.write(north.shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await untilSynced(lab.device)
    desk.api.always = undefined
    desk.device.wakeUp('online')
    await expectSame(lab, desk)
    expect(await desk.device.refused.list()).toMatchObject([{ summary: "Payment '12' created", ops: [{ values: { paymentAmount: 12 } }] }])
    await lab.device.write(north.shopId, [{ action: 'restore', collection: 'orders', id: order.id }])
    await expectSame(lab, desk)
    expect(await desk.device.rows.read('orders', order.id)).toBeDefined()
  })
})
