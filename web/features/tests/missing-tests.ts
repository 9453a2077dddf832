import { findMissingTests } from '#schema/rules/tests/order-tests.ts'
import type { Device } from '#web/device/device-types.ts'
import { t } from './tests-texts.ts'

/** Which tests an order lacks for a status, from the rows of this device; undefined for none. */
export async function readMissingTests({ rows }: Pick<Device, 'rows'>, shopId: string, orderId: string, statusId: string): Promise<string | undefined> {
  const lists = (await rows.list('tests', shopId)).filter((list) => !list.archived && [list.beforeStatusId, list.afterStatusId].includes(statusId))
  if (lists.length === 0) return undefined
  const [order, results] = await Promise.all([rows.read('orders', orderId), rows.listOf('test_results', 'orderId', orderId)])
  if (order === undefined || order.orderStatusId === statusId) return undefined
  const asset = typeof order.assetId === 'string' ? await rows.read('assets', order.assetId) : undefined
  const missing = findMissingTests(lists, results, { statusId, deviceKind: asset?.kind })
  return missing.length === 0 ? undefined : missing.map(({ phase, ...values }) => t.missingOf[phase](values)).join('. ')
}
