import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFinishedStatus, orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { idsToStatusFilter, isStatusTicked, openStatusIds, type StatusFilter, statusFilterToMatcher, toggleStatus } from './status-filter.ts'

const { Fixed, Lead, Diagnosis } = orderStatusIdByName
const ids = orderStatuses.map(({ id }) => id)
const shown = (filter: StatusFilter): string[] => ids.filter(statusFilterToMatcher(filter))

describe('the status filter', () => {
  it('shows all, what is not finished, or what was chosen', () => {
    expect(shown('all')).toEqual(ids)
    expect(shown('open')).toEqual(openStatusIds)
    expect(openStatusIds).toHaveLength(8)
    expect(openStatusIds.some(isFinishedStatus)).toBe(false)
    expect(shown([Lead, Fixed])).toEqual([Fixed, Lead])
  })

  it('counts a status that this version does not know as open', () => {
    expect(statusFilterToMatcher('open')('new-status')).toBe(true)
  })

  it('adds to and takes from what is ticked; none left is all, just the open ones are "open"', () => {
    expect(toggleStatus('all', Fixed)).toEqual([Fixed])
    expect(toggleStatus([Fixed], Diagnosis)).toEqual([Diagnosis, Fixed])
    expect(toggleStatus([Fixed], Fixed)).toBe('all')
    expect(toggleStatus('open', Lead)).toEqual(openStatusIds.filter((id) => id !== Lead))
    expect(toggleStatus(toggleStatus('open', Lead), Lead)).toBe('open')
    expect(toggleStatus(toggleStatus('open', Fixed), Fixed)).toBe('open')
  })

  it('changes the tick of one status alone, whatever was chosen before', () => {
    const filter = fc.oneof(fc.constant<StatusFilter>('all'), fc.constant<StatusFilter>('open'), fc.subarray(ids, { minLength: 1 }).map(idsToStatusFilter))
    fc.assert(
      fc.property(filter, fc.constantFrom(...ids), (before, id) => {
        const after = toggleStatus(before, id)
        for (const other of ids) expect(isStatusTicked(after, other)).toBe(isStatusTicked(before, other) !== (other === id))
        expect(toggleStatus(after, id)).toEqual(before)
      }),
    )
  })
})
