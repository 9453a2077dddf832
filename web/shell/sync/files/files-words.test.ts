import { expect, test } from 'vitest'
import { noProgress as none } from '#web/device/files/device-files.ts'
import { addFilesToBadge, sealedText, unsentText, unstoredText } from './files-words.ts'
import type { Badge } from '../sync-words.ts'

const synced: Badge = { kind: 'synced', text: 'Synced', short: 'Synced', detail: 'Everything on this device is stored on the server.' }

test('the badge says how many photos wait once all changes are sent (PHOTO-03)', () => {
  expect(addFilesToBadge(synced, none)).toBe(synced)
  expect(addFilesToBadge(synced, { ...none, waiting: 2 })).toMatchObject({ kind: 'waiting', text: '2 photos waiting' })
  expect(addFilesToBadge(synced, { ...none, waiting: 1 })).toMatchObject({ text: '1 photo waiting' })
  expect(addFilesToBadge(synced, { ...none, waiting: 1, isSaving: true }).detail).toContain('Send now')
})

test('offline it says both, and what is more pressing keeps its place', () => {
  const offline: Badge = { kind: 'offline', text: 'Offline since 09:00', short: 'Offline', detail: '' }
  expect(addFilesToBadge(offline, { ...none, waiting: 2 })).toMatchObject({ kind: 'offline', text: 'Offline since 09:00, 2 photos waiting' })
  const full: Badge = { kind: 'storage-full', text: 'Storage full', short: 'Full', detail: '' }
  expect(addFilesToBadge(full, { ...none, waiting: 2 })).toBe(full)
})

test('what the server did not take is never told as synced', () => {
  expect(addFilesToBadge(synced, { ...none, troubled: 1 })).toMatchObject({ kind: 'attention', text: '1 photo not taken' })
})

test('photos that are still sealed are told, also that the server has lost their key', () => {
  expect(sealedText(none)).toBeNull()
  expect(sealedText({ ...none, sealed: 2 })).toBe(
    '2 photos that you kept here when you signed out are still sealed. They open as soon as the server can be reached.',
  )
  const lost = { ...none, sealed: 1, isSealLost: true }
  expect(sealedText(lost)).toBe(
    '1 photo that you kept here when you signed out cannot be opened: the server does not have the key any more. It stays sealed on this device.',
  )
  expect(addFilesToBadge(synced, lost)).toMatchObject({ kind: 'attention', text: '1 photo sealed' })
})

test('photos that the browser removed are told, before what waits', () => {
  expect(addFilesToBadge(synced, { ...none, lost: 1, waiting: 2, troubled: 1 })).toMatchObject({
    kind: 'attention',
    text: '1 photo lost',
    detail: 'The browser removed it before it was sent; the list below says which.',
  })
  expect(addFilesToBadge(synced, { ...none, lost: 2 }).detail).toBe('The browser removed them before they were sent; the list below says which.')
  expect(addFilesToBadge(synced, { ...none, lost: 1, unstored: 2, waiting: 2 })).toMatchObject({ kind: 'attention', text: '2 photos only in this page' })
  const offline: Badge = { kind: 'offline', text: 'Offline since 09:00', short: 'Offline', detail: '' }
  expect(addFilesToBadge(offline, { ...none, unstored: 1, waiting: 1 }).detail).toContain('keep it open')
  expect(unstoredText(none)).toBeNull()
  expect(unstoredText({ unstored: 1 })).toBe(
    'The browser removed the local data of this device. 1 photo that was not sent is only in this page: keep it open. It is stored again as soon as there is room.',
  )
})

test('what a file of unsent work takes along is told with its photos', () => {
  expect(unsentText(0, 0)).toBe('0 changes')
  expect(unsentText(2, 0)).toBe('2 changes')
  expect(unsentText(1, 3)).toBe('1 change and 3 photos')
  expect(unsentText(0, 1)).toBe('1 photo')
})
