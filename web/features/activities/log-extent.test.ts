import { expect, it } from 'vitest'
import { extentToFooterNote, extentToText, type LogExtent, needsOlder, toBeginningText } from './log-extent.ts'

const extent = (more: Partial<LogExtent>): LogExtent => ({
  completeSince: '2026-03-01T00:00:00.000Z',
  isAsking: false,
  hasFetched: false,
  isOffline: false,
  isFiltered: false,
  ...more,
})

it('the count of a log that the server may have more of says what it counts', () => {
  expect(extentToFooterNote(extent({}))).toBe('of those on this device')
  expect(extentToFooterNote(extent({ isAsking: true }))).toBe('so far')
  expect(extentToFooterNote(extent({ hasFetched: true }))).toBe('of those loaded')
  expect(extentToFooterNote(extent({ completeSince: null }))).toBeUndefined()
})

it.each([
  [{}, 'Entries since Mar 1 are shown.'],
  [{ isFiltered: true }, 'Entries since Mar 1 are searched.'],
  [{ isFiltered: true, isAsking: true }, 'Searching older entries on the server...'],
  [{ isOffline: true }, 'Older entries need a connection to the server.'],
  [{ isOffline: true, isFiltered: true }, 'Only entries since Mar 1 are searched. Older entries need a connection to the server.'],
] as const)('the end of the log tells how far it reaches: %o', (more, text) => {
  expect(extentToText(extent(more), 'Mar 1')).toBe(text)
})

it('days that lie in what the device holds need nothing from the server', () => {
  expect(needsOlder(null, null)).toBe(false)
  expect(needsOlder('2026-03-01', '2026-03-02')).toBe(false)
  expect(needsOlder('2026-03-01', '2026-02-28')).toBe(true)
  expect(needsOlder('2026-03-01', null)).toBe(true)
})

it('a log whose older entries have ended says where it begins, and which of them are still there', () => {
  expect(toBeginningText('Mar 1, 2026')).toBe('The log begins on Mar 1, 2026. Older entries have been removed, except those of orders that are not finished.')
})
