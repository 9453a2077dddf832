import { describe, expect, it } from 'vitest'
import type { SyncStatus } from '#web/db/device-types.ts'
import { type Badge, badgeToAnnouncement, statusToBadge } from './sync-words.ts'

const calm: SyncStatus = { state: 'synced', waiting: 0, offlineSince: null, attention: 0, lastContact: '2026-03-01T09:00:00.000Z', sending: null, firstSync: null, problem: null }

const badge = (status: Partial<SyncStatus>, needsSignIn = false): Badge => statusToBadge({ ...calm, ...status }, needsSignIn, (instant) => instant.slice(11, 16))

describe('the sync badge', () => {
  it('says in plain words what is going on', () => {
    expect(badge({}).text).toBe('Synced')
    expect(badge({ waiting: 1, state: 'waiting' }).text).toBe('1 change waiting')
    expect(badge({ waiting: 3, state: 'syncing' }).text).toBe('3 changes waiting')
    expect(badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z' }).text).toBe('Offline since 14:05')
    expect(badge({ state: 'offline', offlineSince: '2026-03-01T14:05:00.000Z', waiting: 2 }).text).toBe('Offline since 14:05, 2 waiting')
    expect(badge({ attention: 2 }).text).toBe('Needs attention (2)')
    expect(badge({ state: 'syncing', firstSync: { done: 450, total: 1000 } }).text).toBe('Downloading 45%')
    expect(badge({ state: 'syncing', firstSync: { done: 1234, total: null } }).text).toBe('Downloading 1,234 rows')
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
})
