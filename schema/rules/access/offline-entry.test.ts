import { expect, test } from 'vitest'
import { shopsToOfflineRule } from './offline-entry.ts'

test('of several shops the shortest time counts, and one that wants a PIN is enough; a shop that sets nothing has 30 days', () => {
  const shop = (config: { offlineDays?: number; offlinePin?: boolean }) => ({ config })
  expect(shopsToOfflineRule([])).toEqual({ days: 30, asksPin: false })
  expect(shopsToOfflineRule([shop({})])).toEqual({ days: 30, asksPin: false })
  expect(shopsToOfflineRule([shop({ offlineDays: 90 }), shop({})])).toEqual({ days: 30, asksPin: false })
  expect(shopsToOfflineRule([shop({ offlineDays: 90 }), shop({ offlineDays: 7, offlinePin: true }), shop({ offlinePin: false })])).toEqual({
    days: 7,
    asksPin: true,
  })
})
