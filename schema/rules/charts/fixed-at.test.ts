import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finishedStatusIds, isFinishedStatus, orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { toFixedAt } from './fixed-at.ts'

const { Fixed, 'In Progress': inProgress, 'Picked up': pickedUp } = orderStatusIdByName

function followStatuses(statusIds: readonly string[]): (string | null)[] {
  const times: (string | null)[] = []
  let before: { orderStatusId: string; fixedAt: string | null } | undefined
  for (const [hour, orderStatusId] of statusIds.entries()) {
    before = { orderStatusId, fixedAt: toFixedAt(before, orderStatusId, toInstant(hour)) }
    times.push(before.fixedAt)
  }
  return times
}

const toInstant = (hour: number): string => new Date(Date.UTC(2026, 2, 2, hour)).toISOString()

describe('since when an order has been Fixed (PICT-01)', () => {
  test('stays when it is picked up, and is the last time of one that was set back', () => {
    expect(followStatuses([inProgress, Fixed, pickedUp])).toEqual([null, toInstant(1), toInstant(1)])
    expect(followStatuses([Fixed, inProgress, Fixed, pickedUp])).toEqual([toInstant(0), null, toInstant(2), toInstant(2)])
    expect(followStatuses([inProgress, pickedUp, Fixed])).toEqual([null, null, toInstant(2)])
  })

  test('is the first Fixed after the order was last open, whatever happened to it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...orderStatuses.map(({ id }) => id)), { minLength: 1, maxLength: 12 }), (statusIds) => {
        const lastOpen = statusIds.findLastIndex((id) => !isFinishedStatus(id))
        const fixed = statusIds.findIndex((id, hour) => hour > lastOpen && id === Fixed)
        expect(followStatuses(statusIds).at(-1)).toBe(fixed < 0 ? null : toInstant(fixed))
      }),
    )
  })

  test('is unknown of rows whose author did not know the field, until they are Fixed', () => {
    for (const orderStatusId of finishedStatusIds)
      expect(toFixedAt({ orderStatusId: pickedUp }, orderStatusId, toInstant(1))).toBe(orderStatusId === Fixed ? toInstant(1) : null)
  })
})
