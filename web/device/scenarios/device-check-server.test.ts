import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { putRawRow, removeRawRow } from '../testing/raw-rows.ts'
import { customerInput, until, untilSynced } from '../testing/test-device.ts'
import { serveNorth } from '../testing/test-shop-server.ts'

const north = serveNorth({ lab: [] })

it('a row that was damaged on the device, one that went and one that is too many are found, mended and counted by the check', async () => {
  const { device } = await north.openFor('lab')
  const userId = north.userIdOf('lab')
  const [damaged, gone, whole] = [customerInput({ name: 'Damaged' }), customerInput({ name: 'Gone' }), customerInput({ name: 'Whole' })]
  for (const input of [damaged, gone, whole]) await device.write(north.shopId, [input])
  await untilSynced(device)
  await device.recovery.check.run()
  expect(await device.recovery.check.readResult()).toMatchObject({ rows: 3, differed: 0, unsure: 0 })

  const extra = v7()
  await putRawRow(userId, 'customers', extra, { name: 'Too many' }, damaged.id)
  await putRawRow(userId, 'customers', damaged.id, { name: 'Dxmxgxd' })
  await removeRawRow(userId, 'customers', gone.id)
  expect(await device.rows.read('customers', damaged.id)).toMatchObject({ name: 'Dxmxgxd' })

  await device.recovery.check.run()
  await until(async () => (await device.rows.read('customers', damaged.id))?.['name'] === 'Damaged', 'the damaged row')
  expect(await device.rows.read('customers', gone.id)).toMatchObject({ name: 'Gone' })
  expect(await device.rows.read('customers', extra)).toBeUndefined()
  expect(await device.recovery.check.readResult()).toMatchObject({ differed: 3, unsure: 0 })
  await untilSynced(device)
  expect((await device.recovery.newer.list()).map(({ title, kind }) => `${title}: ${kind}`).sort()).toEqual(['Dxmxgxd: older', 'Too many: missing'])
}, 60_000)
