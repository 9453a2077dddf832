import { v5 } from 'uuid'
import { describe, expect, it } from 'vitest'
import {
  finishedRank,
  finishedStatusNames,
  isFinishedStatus,
  orderStatusById,
  orderStatuses,
  orderStatusIdByName,
  orderStatusNames,
  statusGroup,
} from './order-status.ts'
import { referenceNamespace } from '../rules/merge/reference-rows.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

describe('order statuses', () => {
  it('are the fourteen documented ones, in order', () => {
    expect(orderStatuses.map((status) => status.statusName)).toEqual([
      'Diagnosis',
      'Dropped Off',
      'Fixed',
      'In Progress',
      'In the Lab',
      'Lead',
      'Not Fixable',
      'Part Not Available',
      'Picked up',
      'Recycled',
      'Waiting For Approval',
      'Waiting For Part',
      'Waiting for information',
      'Cancelled',
    ])
  })

  it.each(orderStatuses)('$statusName keeps its derived id', ({ id, statusName }) => {
    expect(id).toBe(v5(`order-status:${statusName}`, referenceNamespace))
    expect(orderStatusIdByName[statusName]).toBe(id)
    expect(orderStatusById.get(id)).toEqual({ id, statusName })
  })

  it('have ids that never changed since the first release', () => {
    expect(orderStatusIdByName.Lead).toBe('d6d12294-ae5e-52b3-9390-2b8d16e4b94b')
    expect(orderStatusIdByName['Dropped Off']).toBe('a08f459b-8b86-5036-b7f2-83bddc516c41')
    expect(new Set(orderStatuses.map((status) => status.id)).size).toBe(14)
  })
})

describe('the finished group', () => {
  it('ranks in the documented order', () => {
    expect(finishedStatusNames).toEqual(['Fixed', 'Not Fixable', 'Part Not Available', 'Recycled', 'Picked up', 'Cancelled'])
    expect(finishedStatusNames.map((name) => finishedRank(orderStatusIdByName[name]))).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('holds exactly the six named statuses', () => {
    const finished = orderStatusNames.filter((name) => isFinishedStatus(orderStatusIdByName[name]))
    expect(new Set(finished)).toEqual(new Set(finishedStatusNames))
    const unfinished = orderStatusNames.filter((name) => finishedRank(orderStatusIdByName[name]) === -1)
    expect(unfinished).toHaveLength(8)
  })
})

describe('statusGroup', () => {
  it.each([
    ['Lead', 'new'],
    ['Dropped Off', 'new'],
    ['Diagnosis', 'in-work'],
    ['In Progress', 'in-work'],
    ['In the Lab', 'in-work'],
    ['Waiting For Approval', 'waiting'],
    ['Waiting For Part', 'waiting'],
    ['Waiting for information', 'waiting'],
    ['Fixed', 'done'],
    ['Picked up', 'done'],
    ['Not Fixable', 'closed'],
    ['Part Not Available', 'closed'],
    ['Recycled', 'closed'],
    ['Cancelled', 'closed'],
  ] as const)('%s is %s', (name, group) => {
    expect(statusGroup(orderStatusIdByName[name])).toBe(group)
  })
})

describe('an unknown status id', () => {
  it.each([unknownId, '', '__proto__', 'Fixed'])('%j counts as new and unfinished', (id) => {
    expect(isFinishedStatus(id)).toBe(false)
    expect(finishedRank(id)).toBe(-1)
    expect(statusGroup(id)).toBe('new')
  })
})
