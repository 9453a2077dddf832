import { describe, expect, it } from 'vitest'
import type { SyncStatus } from '#web/device/sync/status.ts'
import { storageFullMessage, storageTroubleMessage } from '#web/device/platform/storage-errors.ts'
import { type Badge, badgeToAnnouncement, sendingToText, statusToBadge } from './sync-words.ts'

const calm: SyncStatus = {
  state: 'synced',
  waiting: 0,
  offlineSince: null,
  attention: 0,
  lastContact: '2026-03-01T09:00:00.000Z',
  sending: null,
  firstSync: null,
  isPolling: false,
  isServerFull: false,
  problem: null,
}

const badge = (status: Partial<SyncStatus>, needsSignIn = false): Badge =>
  statusToBadge({ ...calm, ...status }, needsSignIn, (instant) => instant.slice(11, 16))

describe('the sync badge', () => {
  it('says in plain words what is going on', () => {
    expect(badge({}).text).toBe('Synced')
    expect(badge({ waiting: 1, state: 'waiting' }).text).toBe('1 change waiting')
    expect(badge({ waiting: 3, state: 'syncing' }).text).toBe('3 changes waiting')
    expect(badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z' }).text).toBe('Offline since 14:05')
    expect(badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z', waiting: 2 }).text).toBe('Offline since 14:05, 2 waiting')
    expect(badge({ state: 'outdated', waiting: 2 })).toMatchObject({
      text: 'Update needed',
      detail: 'Update Mainspring to go on syncing. Work goes on here, and everything is kept. 2 changes waiting on this device.',
    })
    expect(badge({ problem: storageFullMessage }).text).toBe('Storage full')
    expect(badge({ problem: storageTroubleMessage, state: 'offline' })).toMatchObject({ kind: 'storage-trouble', text: 'Storage trouble', isOffline: true })
    expect(badge({ problem: storageTroubleMessage, state: 'starting' }).detail).toContain('load the data again')
    expect(badge({ problem: storageFullMessage, state: 'syncing', firstSync: { done: 1, total: 9 } }).text).toBe('Storage full')
    expect(badge({ problem: 'The browser removed the local data of this device' }).text).toBe('Synced')
    expect(badge({ attention: 2 }).text).toBe('Needs attention (2)')
    expect(badge({ attention: 1, waiting: 3 }).detail).toMatch(/refused 1 change\. .+ 3 changes waiting on this device\.$/)
    expect(badge({ attention: 1, waiting: 6_600, sending: { done: 3_400, total: 10_000 } }).detail).toMatch(/ Sending 3,400 of 10,000\.$/)
    expect(badge({ state: 'syncing', firstSync: { done: 450, total: 1000 } }).text).toBe('Downloading… 45%')
    expect(badge({ state: 'syncing', firstSync: { done: 1234, total: null } }).text).toBe('Downloading… 1,234 rows')
    expect(badge({ state: 'syncing', firstSync: { done: 12_400, total: 60_300 } }).detail).toBe(
      'Fetching the shop for the first time: 12,400 of 60,300 rows. You can already work with these.',
    )
  })

  it('says that the server has no room, which is no lack of a network', () => {
    const full = badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z', isServerFull: true, waiting: 2 })
    expect(full).toMatchObject({ kind: 'offline', text: 'Server disk full, 2 waiting' })
    expect(full.detail).toMatch(/^The server has no room left on its disk/)
    expect(badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z', waiting: 2 }).detail).toMatch(/^No connection/)
  })

  it('says how old the news may be while the live stream does not work', () => {
    expect(badge({ isPolling: true })).toMatchObject({
      text: 'Synced',
      detail: 'Everything on this device is stored on the server. Changes of others arrive every 15 seconds.',
    })
    expect(badge({}).detail).not.toContain('15 seconds')
  })

  it('says that there is no connection also while something needs attention', () => {
    const both = badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z', attention: 2, waiting: 1 })
    expect(both).toMatchObject({ kind: 'attention', text: 'Needs attention (2), offline', isOffline: true })
    expect(both.detail).toMatch(/ Offline since 14:05\. 1 change waiting on this device\.$/)
    expect(badge({ attention: 2 }).isOffline).toBe(false)
  })

  it('puts the most pressing first: sign-in, refused changes, then the rest', () => {
    expect(badge({ state: 'offline', attention: 1, waiting: 4 }, true).kind).toBe('signed-out')
    expect(badge({ state: 'offline', attention: 1, waiting: 4 }).kind).toBe('attention')
    expect(badge({ state: 'offline', firstSync: { done: 1, total: 9 } }).kind).toBe('offline')
  })

  it('is announced when its kind changes, but not while changes come and go', () => {
    expect(badgeToAnnouncement('synced', badge({ waiting: 1, state: 'waiting' }))).toBeUndefined()
    expect(badgeToAnnouncement('waiting', badge({}))).toBeUndefined()
    expect(badgeToAnnouncement('synced', badge({ state: 'offline' }))).toMatch(/^Offline/)
    expect(badgeToAnnouncement('offline', badge({}))).toBe('Back in contact. Synced.')
    expect(badgeToAnnouncement('first-sync', badge({}))).toBe('Download complete.')
  })

  it('tells how far a long sending is', () => {
    expect(sendingToText({ done: 3_400, total: 10_000 })).toBe('Sending 3,400 of 10,000')
    expect(sendingToText({ done: 1, total: 3 })).toBeUndefined()
    expect(sendingToText(null)).toBeUndefined()
  })
})
