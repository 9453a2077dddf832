import { describe, expect, test } from 'vitest'
import { eventToPeople, eventToTitle, filtersToQuery } from './security-log-text.ts'

const entry = {
  id: '1',
  kind: 'privilege-granted' as const,
  createdAt: '2026-03-02T09:00:00.000Z',
  lastAt: '2026-03-02T09:00:00.000Z',
  times: 1,
  userId: 'a',
  userName: 'Ada',
  loginId: null,
  address: null,
  subjectUserId: 'b',
  subjectName: 'Ben',
  shopId: null,
  shopName: null,
  detail: 'view_report',
}

describe('an entry of the security log reads', () => {
  test('what was done, by whom, to whom and where', () => {
    expect([eventToTitle(entry), eventToPeople(entry)]).toEqual(['Privilege given: view_report', 'Ada → Ben'])
    expect(eventToPeople({ ...entry, shopName: 'North' })).toBe('Ada → Ben · North')
    expect(eventToPeople({ ...entry, subjectUserId: 'a', subjectName: 'Ada' })).toBe('Ada')
  })

  test('how often somebody tried a login from where', () => {
    const failure = {
      ...entry,
      kind: 'sign-in-failed' as const,
      userId: null,
      userName: null,
      subjectUserId: null,
      subjectName: null,
      loginId: 'root',
      address: '10.0.0.1',
      detail: null,
      times: 7,
    }
    expect([eventToTitle(failure), eventToPeople(failure)]).toEqual(['Wrong sign-in (7 times)', 'Login ID root · 10.0.0.1'])
    expect(eventToPeople({ ...failure, loginId: null, address: null })).toBe('The system')
  })
})

test('the filters ask for whole days of this device, and for nothing that was not chosen', () => {
  expect(filtersToQuery({ user: '', kind: '', from: '', to: '' }, 51, undefined)).toEqual({ limit: '51' })
  const query = filtersToQuery({ user: 'u', kind: 'sign-in', from: '2026-03-01', to: '2026-03-01' }, 51, 'x')
  expect(query).toMatchObject({ limit: '51', after: 'x', user: 'u', kind: 'sign-in' })
  expect([new Date(query['from'] ?? '').getHours(), new Date(query['to'] ?? '').getHours()]).toEqual([0, 0])
  expect(Date.parse(query['to'] ?? '') - Date.parse(query['from'] ?? '')).toBe(86_400_000)
})
