import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../testing/test-world.ts'
import { noteSecurityEvent, type SecurityEvent } from './security-log.ts'

const world = await createWorld()
afterAll(() => world.close())
beforeEach(async () => {
  world.now = new Date('2026-03-02T09:00:00.000Z')
  await world.services.db.deleteFrom('security_events').execute()
})

const note = (event: SecurityEvent) => noteSecurityEvent(world.services, world.services.db, event)
const listAll = () => world.services.reader.selectFrom('security_events').selectAll().orderBy('created_at').orderBy('id').execute()
const advance = (durationMs: number): void => void (world.now = new Date(world.now.getTime() + durationMs))
const hourMs = 3_600_000

async function fill(kind: string, count: number): Promise<void> {
  const at = world.now.toISOString()
  for (let done = 0; done < count; done += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - done) }, (_, index) => ({
      id: `${kind} ${String(done + index).padStart(6, '0')}`,
      kind,
      created_at: at,
      last_at: at,
      times: 1,
    }))
    await world.services.db.insertInto('security_events').values(rows).execute()
  }
}

const countOf = async (kind: string): Promise<number> => (await listAll()).filter((row) => row.kind === kind).length

describe('the security log', () => {
  test('keeps who did what to whom', async () => {
    await note({ kind: 'privilege-granted', userId: 'u1', subjectUserId: 'u2', detail: 'view_report' })
    expect(await listAll()).toEqual([
      expect.objectContaining({
        kind: 'privilege-granted',
        created_at: '2026-03-02T09:00:00.000Z',
        times: 1,
        user_id: 'u1',
        subject_user_id: 'u2',
        detail: 'view_report',
        login_id: null,
        address: null,
        shop_id: null,
      }),
    ])
  })

  test('counts repeated failures of one login and address in one entry, an hour long, in any case of the login', async () => {
    for (const loginId of ['ann', 'ANN ', 'ann']) {
      await note({ kind: 'sign-in-failed', loginId, address: '10.0.0.1' })
      advance(60_000)
    }
    await note({ kind: 'sign-in-failed', loginId: 'ann', address: '10.0.0.2' })
    await note({ kind: 'sign-in-failed', loginId: 'bob', address: '10.0.0.1' })
    advance(hourMs)
    await note({ kind: 'sign-in-failed', loginId: 'ann', address: '10.0.0.1' })
    expect((await listAll()).map(({ login_id, address, times, last_at }) => [login_id, address, times, last_at.slice(11, 16)])).toEqual([
      ['ann', '10.0.0.1', 3, '09:02'],
      ['ann', '10.0.0.2', 1, '09:03'],
      ['bob', '10.0.0.1', 1, '09:03'],
      ['ann', '10.0.0.1', 1, '10:03'],
    ])
  })

  test('tells each of the sign-ins that went well', async () => {
    for (let times = 0; times < 3; times++) await note({ kind: 'sign-in', userId: 'u1', loginId: 'ann', address: '10.0.0.1' })
    expect(await listAll()).toHaveLength(3)
  })

  test('holds 10,000 failures at most, and what strangers fail at drives nothing else out', async () => {
    await note({ kind: 'privilege-granted', userId: 'u1' })
    await fill('sign-in-failed', 10_000)
    advance(1000)
    for (let guess = 0; guess < 5; guess++) await note({ kind: 'sign-in-failed', loginId: `guess ${guess}`, address: '10.0.0.1' })
    expect([await countOf('sign-in-failed'), await countOf('privilege-granted')]).toEqual([10_000, 1])
    expect((await listAll()).filter(({ login_id }) => login_id !== null)).toHaveLength(5)
  })

  test('shortens what a guesser sends', async () => {
    await note({ kind: 'sign-in-failed', loginId: 'x'.repeat(5000), address: 'y'.repeat(5000), detail: 'z'.repeat(5000) })
    const [row] = await listAll()
    expect([row?.login_id?.length, row?.address?.length, row?.detail?.length]).toEqual([200, 64, 300])
  })

  test('forgets after 400 days', async () => {
    await note({ kind: 'sign-in', userId: 'u1' })
    advance(399 * 24 * hourMs)
    await note({ kind: 'sign-in', userId: 'u2' })
    expect(await listAll()).toHaveLength(2)
    advance(2 * 24 * hourMs)
    await note({ kind: 'sign-out', userId: 'u2' })
    expect((await listAll()).map(({ user_id }) => user_id)).toEqual(['u2', 'u2'])
  })
})
