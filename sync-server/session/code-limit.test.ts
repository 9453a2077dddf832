import { afterAll, expect, test } from 'vitest'
import { testPassword } from '../testing/test-server.ts'
import { putSecondFactor, showCode } from '../testing/test-examples.ts'
import { expectRefusal, openTestShop } from '../testing/test-shop.ts'

const pause = 'Ten sign-in codes were wrong. Please wait an hour.'
const minuteMs = 60_000

const shop = await openTestShop({ TRUST_PROXY: '1' })
afterAll(() => shop.close())

/** Each try comes from another network. */
let tries = 0
const signIn = (code: string) =>
  shop.server.client().post('/api/login', { user_id: 'ann', password: testPassword, code }, { headers: { 'X-Forwarded-For': `203.0.${++tries}.1` } })
const enter = async (count: number) => {
  for (let done = 0; done < count; done++) {
    shop.clock.advance(minuteMs)
    expect((await signIn('000000')).status).toBe(401)
  }
}

test('ten wrong sign-in codes of an account, from wherever they come, pause its codes for an hour and are told', async () => {
  await putSecondFactor(shop.server.services, shop.userIds.ann, 'on')
  await enter(9)
  expect((await signIn(showCode(shop.clock.now()))).status).toBe(200)
  await enter(10)
  expectRefusal(await signIn(showCode(shop.clock.now())), 429, pause)
  shop.clock.advance(58 * minuteMs)
  expectRefusal(await signIn(showCode(shop.clock.now())), 429, pause)
  const kinds = await shop.server.services.reader.selectFrom('security_events').select('user_id').where('kind', '=', 'second-factor-paused').execute()
  expect(kinds).toEqual([{ user_id: shop.userIds.ann }])
  shop.clock.advance(2 * minuteMs)
  expect((await signIn(showCode(shop.clock.now()))).status).toBe(200)
})
