import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Answer, TestClient } from './test-server.ts'
import { seedTwoShops, startTestServer, createTestClock } from './test-server.ts'

export const carla = { countryCode: '+1', phone: '5550102000' }
export const stranger = { countryCode: '+1', phone: '5550109999' }

type Phone = { countryCode: string; phone: string }
type SentSms = { at: string; to: string; text: string }

export const rowOf = <T>({ status, text, json }: Answer): T => {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json as T
}

/** The portal is on in the first shop and off in the second; Carla is a customer of both, Dora of the first. */
export async function openPortal(env: Record<string, string> = {}) {
  const clock = createTestClock()
  // Lets each test browser have its own address.
  const server = await startTestServer({ clock: clock.now, env: { TRUST_PROXY: '1', ...env } })
  const seed = await seedTwoShops(server)
  const ann = await server.client().signIn('ann')
  const bob = await server.client().signIn('bob')
  await ann.put(`/api/shops/${seed.shopId}/config`, { customerPortal: true })
  const addCustomer = async (client: TestClient, shopId: string, values: object): Promise<string> =>
    rowOf<{ id: string }>(await client.post(`/api/${shopId}/customers`, { name: 'Carla', ...carla, ...values })).id
  const carlaId = await addCustomer(ann, seed.shopId, { customerAccessCode: 'tulip-77', customerNotes: 'pays late' })
  const doraId = await addCustomer(ann, seed.shopId, { name: 'Dora', phone: '5550103000', alternateCountryCode: '+1', alternatePhone: '5550104000' })
  const carlaElsewhereId = await addCustomer(bob, seed.otherShopId, {})
  const { shopId } = seed

  const readOutbox = async (): Promise<SentSms[]> => {
    const text = await readFile(path.join(server.dataDir, 'sms.log'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as SentSms)
  }
  const send = (client: TestClient, { countryCode, phone }: Phone, address?: string) =>
    client.post(
      `/api/${shopId}/customers/send-otp`,
      { customerPhone: phone, countryCode },
      address === undefined ? {} : { headers: { 'X-Forwarded-For': address } },
    )
  const readCode = async ({ countryCode, phone }: Phone): Promise<string> => {
    const sent = (await readOutbox()).filter(({ to }) => to === countryCode + phone)
    return /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''
  }
  const verify = (client: TestClient, { countryCode, phone }: Phone, otpCode: string, address?: string) =>
    client.post(
      `/api/${shopId}/customers/verify-otp`,
      { customerPhone: phone, countryCode, otpCode },
      address === undefined ? {} : { headers: { 'X-Forwarded-For': address } },
    )
  /** A client with a verified portal session. */
  const verified = async (phone: Phone = carla): Promise<TestClient> => {
    const client = server.client()
    rowOf(await send(client, phone))
    rowOf(await verify(client, phone, await readCode(phone)))
    return client
  }
  return {
    ...seed,
    clock,
    server,
    ann,
    bob,
    addCustomer,
    carlaId,
    doraId,
    carlaElsewhereId,
    readOutbox,
    readCode,
    send,
    verify,
    verified,
    orders: `/api/public/${shopId}/orders`,
    close: () => server.close(),
  }
}

export type TestPortal = Awaited<ReturnType<typeof openPortal>>
