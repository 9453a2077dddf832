import { expect, it } from 'vitest'
import { formToOfflineEntry, offlineEntryToForm } from './offline-entry-form.ts'

it('takes whole days from 1 to 365, and nothing for the default', () => {
  expect(formToOfflineEntry({ days: ' 7 ', asksPin: true })).toEqual({ body: { offlineDays: 7, offlinePin: true } })
  expect(formToOfflineEntry({ days: '', asksPin: false })).toEqual({ body: { offlineDays: null, offlinePin: null } })
  for (const days of ['0', '366', '1.5', 'week'])
    expect(formToOfflineEntry({ days, asksPin: false })).toEqual({ problem: 'Days offline must be a whole number from 1 to 365' })
  expect(offlineEntryToForm({ offlineDays: 90 })).toEqual({ days: '90', asksPin: false })
  expect(offlineEntryToForm({ offlinePin: true })).toEqual({ days: '', asksPin: true })
})
