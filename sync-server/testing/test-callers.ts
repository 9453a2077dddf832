import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { givePasswords, type RoutesWorld } from './test-registry-world.ts'
import { startSession } from './test-sync-server.ts'

/** Callers, in the order of the access matrix's columns. */
export const callerNames = ['anonymous', 'noShop', 'otherShop', 'member', 'holder', 'administrator', 'administratorElsewhere', 'customer', 'token'] as const

export type CallerName = (typeof callerNames)[number]

/** The route's privilege; only for `holder` and `token`. */
export type Needed = Privilege | 'none'

type Headers = Record<string, string>
type Signed = { userId: string; headers: Headers }

export type Callers = Awaited<ReturnType<typeof openCallers>>

export async function openCallers({ services, shop, otherShop }: RoutesWorld) {
  const nobody = await shop.addUser()
  const inShop = (privileges: readonly Privilege[]) => shop.addUser({ shopIds: [shop.shopId], privileges })
  const owned = (needed: Needed): Privilege[] => (needed === 'none' ? [] : [needed])
  const each = async (make: (needed: Needed) => Promise<string>): Promise<Map<Needed, string>> =>
    new Map(await Promise.all((['none', ...privilegeNames] as const).map(async (needed): Promise<[Needed, string]> => [needed, await make(needed)])))

  const holders = await each((needed) => inShop(owned(needed)))
  const tokenOwners = await each((needed) => inShop(owned(needed)))
  const userIds: Record<Exclude<CallerName, 'holder' | 'token'>, string> = {
    anonymous: nobody,
    noShop: await shop.addUser(),
    otherShop: await shop.addUser({ shopIds: [otherShop.shopId] }),
    member: await inShop([]),
    administrator: await inShop(privilegeNames),
    administratorElsewhere: await shop.addUser({ shopIds: [otherShop.shopId], privileges: privilegeNames }),
    customer: nobody,
  }
  await givePasswords(services)

  const userIdOf = (name: CallerName, needed: Needed): string =>
    (name === 'holder' ? holders : name === 'token' ? tokenOwners : undefined)?.get(needed) ?? userIds[name as 'member']

  const signIn = async (name: CallerName, needed: Needed): Promise<Headers> => {
    if (name === 'anonymous') return {}
    if (name === 'token') return { Authorization: `Bearer ${(await shop.addToken(userIdOf(name, needed), owned(needed))).token}` }
    if (name === 'customer') return shop.signInCustomer()
    return (await startSession(services, userIdOf(name, needed))).headers
  }

  const known = new Map<string, Headers>()
  return {
    userIdOf,
    /** Signs in once, and again after a call that ended the session. */
    sign: async (name: CallerName, needed: Needed, { isFresh = false } = {}): Promise<Signed> => {
      const key = `${name} ${name === 'holder' || name === 'token' ? needed : ''}`
      const headers = (!isFresh && known.get(key)) || (await signIn(name, needed))
      if (!isFresh) known.set(key, headers)
      return { userId: userIdOf(name, needed), headers }
    },
  }
}
