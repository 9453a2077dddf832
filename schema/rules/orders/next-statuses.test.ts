import { describe, expect, test } from 'vitest'
import { isFinishedStatus, orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { findNextStatuses } from './next-statuses.ts'

const namesAfter = (id: string, statuses = orderStatuses) => findNextStatuses(id, statuses).map(({ statusName }) => statusName)

describe('the statuses that likely follow', () => {
  test.each([
    ['Dropped Off', ['In Progress', 'Diagnosis', 'Waiting For Part']],
    ['In Progress', ['Fixed', 'Waiting For Part', 'Not Fixable']],
    ['Fixed', ['Picked up', 'In Progress']],
    ['Recycled', []],
  ] as const)('of %s', (name, next) => {
    expect(namesAfter(orderStatusIdByName[name])).toEqual(next)
  })

  test('are at most three, never the status itself, and lead from each open one to a finished one', () => {
    for (const { id } of orderStatuses) {
      const next = findNextStatuses(id, orderStatuses)
      expect(next.length).toBeLessThanOrEqual(3)
      expect(next.map((status) => status.id)).not.toContain(id)
      const reached = new Set(next.map((status) => status.id))
      for (const one of reached) for (const after of findNextStatuses(one, orderStatuses)) reached.add(after.id)
      expect(isFinishedStatus(id) || [...reached].some(isFinishedStatus)).toBe(true)
    }
  })

  test("of a shop's own status are in work, done and picked up, of those that the shop has", () => {
    expect(namesAfter('1f3c0000-0000-4000-8000-000000000000')).toEqual(['In Progress', 'Fixed', 'Picked up'])
    const few = orderStatuses.filter(({ statusName }) => statusName !== 'Fixed')
    expect(namesAfter(orderStatusIdByName['In Progress'], few)).toEqual(['Waiting For Part', 'Not Fixable'])
  })
})
