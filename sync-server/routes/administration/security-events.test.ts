import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SecurityEventAnswer } from '#schema/api/security-events.ts'
import { testPassword } from '../../testing/test-server.ts'
import { openOffice, privilegeIdOf } from '../../testing/test-office.ts'
import { expectRefusal, nowhere, rowOf, rowsOf } from '../../testing/test-shop.ts'

const office = await openOffice()
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const read = async (query: Record<string, string> = {}): Promise<SecurityEventAnswer[]> =>
  rowsOf(await office.max.get(`/api/security-events?${new URLSearchParams(query).toString()}`)) as unknown as SecurityEventAnswer[]

const attempt = (loginId: string, password: string) => office.server.client().post('/api/login', { user_id: loginId, password })

describe('the security log', () => {
  test('tells sign-ins, wrong ones with login and address, and sign-outs', async () => {
    const { id, client } = await office.addUser('sally')
    await attempt('sally', 'wrong')
    await attempt('Sally', 'wrong again')
    await attempt('nobody', 'wrong')
    office.clock.advance(1000)
    await client.post('/api/logout')
    const [out, unknown, wrong, signedIn] = await read({ limit: '4' })
    expect(out).toMatchObject({ kind: 'sign-out', userId: id, userName: 'sally person', address: '127.0.0.1' })
    expect(unknown).toMatchObject({ kind: 'sign-in-failed', userId: null, userName: null, loginId: 'nobody', address: '127.0.0.1', times: 1 })
    expect(wrong).toMatchObject({ kind: 'sign-in-failed', userId: id, loginId: 'sally', times: 2 })
    expect(signedIn).toMatchObject({ kind: 'sign-in', userId: id, loginId: 'sally', address: '127.0.0.1' })
    expect(await office.activitiesOf(office.shopId)).not.toEqual(expect.arrayContaining([expect.stringMatching(/sign/i)]))
  })

  test('never has a password in it', async () => {
    await attempt('ann', 'my other password')
    await office.ann.put('/api/profile/password', { currentPassword: 'my wrong password', newPassword: 'my next password' })
    expect(JSON.stringify(await read({ limit: '5000' }))).not.toMatch(/my (other|wrong|next) password|argon2/)
  })

  test('tells who erased a customer, without the name', async () => {
    const { id, client } = await office.addUser('eraser', { shopIds: [office.shopId], privileges: ['delete_customer'] })
    const customer = rowOf(await client.post(`/api/${office.shopId}/customers`, { name: 'Gone Gwen', countryCode: '+1', phone: '4155550123' }))
    rowOf(await client.post(`/api/${office.shopId}/customers/${String(customer['id'])}/erase`, { name: 'Gone Gwen' }))
    const events = await read({ kind: 'customer-erased' })
    expect(events).toMatchObject([{ userId: id, shopId: office.shopId, detail: customer['id'] }])
    expect(JSON.stringify(events)).not.toContain('Gwen')
  })

  test('tells wrong current passwords of somebody signed in', async () => {
    await office.ann.put('/api/profile/password', { currentPassword: 'wrong', newPassword: 'brand-new' })
    expect((await read({ kind: 'sign-in-failed', user: office.userIds.ann }))[0]).toMatchObject({
      loginId: 'ann',
      detail: 'Current password of somebody signed in',
    })
  })

  test('tells tokens, own passwords and who was made, by whom', async () => {
    const { id, client } = await office.addUser('toni', { shopIds: [office.shopId] })
    const { id: tokenId } = rowOf(await client.post('/api/profile/tokens', { name: 'Till', privileges: [], currentPassword: testPassword }))
    office.clock.advance(1)
    rowOf(await client.delete(`/api/profile/tokens/${String(tokenId)}`))
    office.clock.advance(1)
    rowOf(await client.put('/api/profile/password', { currentPassword: testPassword, newPassword: 'brand-new' }))
    office.clock.advance(1)
    const made = rowOf(await office.max.post('/api/users/create-with-optional-credentials', { name: 'Made' }))
    expect((await read({ limit: '4' })).map(({ kind, userId, subjectUserId, detail }) => [kind, userId, subjectUserId, detail])).toEqual([
      ['user-created', office.userIds.max, made['id'], null],
      ['password-changed', id, null, null],
      ['token-revoked', id, null, 'Till'],
      ['token-made', id, null, 'Till'],
    ])
  })

  test('tells once an hour who read the report of a shop by the API, and not who read its lists', async () => {
    const report = (dateFrom: string) => office.max.get(`${office.api}/payments?dateFrom=${dateFrom}`)
    for (const day of ['2026-03-01', '2026-03-02']) expect((await report(day)).status).toBe(200)
    for (const list of ['payments', 'orders', 'customers']) expect((await office.max.get(`${office.api}/${list}`)).status).toBe(200)
    const entries = await read({ kind: 'export' })
    expect(entries).toEqual([expect.objectContaining({ userId: office.userIds.max, shopId: office.shopId, shopName: 'North', detail: 'Report of payments' })])
    office.clock.advance(3_600_001)
    await report('2026-03-01')
    expect(await read({ kind: 'export' })).toHaveLength(2)
  })

  test('comes in pages, by kind, person and days', async () => {
    const { id } = await office.addUser('paged')
    for (const name of ['view_report', 'view_activity', 'delete_order'] as const) {
      office.clock.advance(86_400_000)
      rowOf(await office.max.post(`/api/users/${id}/privileges`, { privilegeId: privilegeIdOf(name) }))
    }
    const all = await read({ user: id, kind: 'privilege-granted' })
    expect(all.map(({ detail }) => detail)).toEqual(['delete_order', 'view_activity', 'view_report'])
    const first = await read({ user: id, kind: 'privilege-granted', limit: '2' })
    const second = await read({ user: id, kind: 'privilege-granted', limit: '2', after: first[1]?.id ?? '' })
    expect([...first, ...second]).toEqual(all)
    const [newest, middle, oldest] = all
    expect(await read({ user: id, from: middle?.createdAt ?? '', to: newest?.createdAt ?? '' })).toEqual([middle])
    expect(await read({ user: id, kind: 'privilege-granted', to: middle?.createdAt ?? '' })).toEqual([oldest])
    const whole = await read({ limit: '5000' })
    const glued: SecurityEventAnswer[] = []
    for (let after: string | undefined; ; after = glued.at(-1)?.id) {
      const page = await read({ limit: '7', ...(after !== undefined && { after }) })
      glued.push(...page)
      if (page.length < 7) break
    }
    expect(glued).toEqual(whole)
  })

  test.each([
    [{ limit: '0' }, 'limit must be a whole number from 1 to 5000'],
    [{ limit: 'x' }, 'limit must be a whole number from 1 to 5000'],
    [{ after: nowhere }, 'after must be the id of an entry of this list; start again without it'],
    [{ kind: 'gossip' }, 'There is no such kind'],
    [{ user: 'x' }, 'user is not valid'],
    [{ from: 'yesterday' }, 'from is not a valid date'],
  ])('%j is refused', async (query, message) => {
    expectRefusal(await office.max.get(`/api/security-events?${new URLSearchParams(query as Record<string, string>).toString()}`), 400, message)
  })
})
