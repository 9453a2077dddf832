import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { storedIdentities, storeIdentity } from './stored-identity.ts'

const user = {
  id: v7(),
  name: 'Kay',
  login_id: 'kay',
  email: null,
  phone: null,
  countryCode: null,
  alternatePhone: null,
  alternateCountryCode: null,
  language: null,
}

const held = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
})

afterEach(() => storedIdentities.clear())
afterAll(() => void vi.unstubAllGlobals())

it('opens no database for a first visitor', async () => {
  const [used, empty] = [indexedDB, new IDBFactory()]
  vi.stubGlobal('indexedDB', empty)
  expect(await storedIdentities.read()).toBeUndefined()
  expect(await empty.databases()).toEqual([])
  vi.stubGlobal('indexedDB', used)
})

it('who was signed in is known after localStorage was cleared, and later reads need not look for the database', async () => {
  await storeIdentity({ user, privileges: ['view_report'], shops: [] })
  held.clear()
  expect(await storedIdentities.read()).toMatchObject({ user: { id: user.id }, privileges: ['view_report'] })
  expect([...held.values()]).toEqual(['1'])
})

it('a sign-out after localStorage was cleared leaves nobody behind', async () => {
  await storeIdentity({ user, privileges: [], shops: [] })
  held.clear()
  await storedIdentities.clear()
  expect(await storedIdentities.read()).toBeUndefined()
})
