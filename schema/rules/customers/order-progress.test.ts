import { describe, expect, it } from 'vitest'
import { isFinishedStatus, orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { isLinkOpen } from './order-link.ts'
import { progressSteps, statusToProgress } from './order-progress.ts'

describe('the progress of an order, as its customer sees it', () => {
  it('has a place for every status, and goes no way back in the usual order of work', () => {
    for (const { id } of orderStatuses) expect(statusToProgress(id)?.step).toBeLessThan(progressSteps.length)
    const usual = ['Lead', 'Dropped Off', 'Diagnosis', 'Waiting For Approval', 'In Progress', 'Waiting For Part', 'Fixed', 'Picked up'] as const
    const steps = usual.map((name) => statusToProgress(orderStatusIdByName[name])?.step ?? -1)
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    expect(new Set(steps).size).toBe(progressSteps.length)
  })

  it('is past the repair only where the device was repaired, and picked up only where it was', () => {
    const from = (name: (typeof progressSteps)[number]) =>
      orderStatuses.filter(({ id }) => (statusToProgress(id)?.step ?? 0) >= progressSteps.indexOf(name)).map(({ statusName }) => statusName)
    expect(from('ready')).toEqual(['Fixed', 'Picked up'])
    expect(from('pickedUp')).toEqual(['Picked up'])
  })

  it('says what waits and what goes no further', () => {
    const names = (which: 'isWaiting' | 'isStopped') => orderStatuses.filter(({ id }) => statusToProgress(id)?.[which]).map(({ statusName }) => statusName)
    expect(names('isWaiting')).toEqual(['Waiting For Approval', 'Waiting For Part', 'Waiting for information'])
    expect(names('isStopped')).toEqual(['Not Fixable', 'Part Not Available', 'Recycled', 'Cancelled'])
    expect(statusToProgress('01a200c4-2207-7261-b06b-ae99150c3479')).toBeUndefined()
  })
})

it('keeps a link open while the order is, and for 90 days after its end', () => {
  const now = new Date('2026-06-01T00:00:00.000Z')
  const longAgo = '2025-01-01T00:00:00.000Z'
  for (const { id } of orderStatuses) expect(isLinkOpen({ orderStatusId: id, statusChangedAt: longAgo }, now)).toBe(!isFinishedStatus(id))
  const ended = (at: string) => isLinkOpen({ orderStatusId: orderStatusIdByName['Picked up'], statusChangedAt: at }, now)
  expect([ended('2026-03-03T00:00:00.001Z'), ended('2026-03-03T00:00:00.000Z')]).toEqual([true, false])
})
