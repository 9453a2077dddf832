import { v7 } from 'uuid'
import type { Bootstrap, BootstrapShop, MutationResult, Op } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import { productColors, productConditions, productTypes } from '#schema/rules/merge/reference-rows.ts'
import { type ShownProfile, shopToProfile } from '#schema/rules/shop/profile.ts'
import { type SyncApi } from '#web/device/platform/server-port.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'

export type Person = { loginId: string; name: string; userId: string }

export type ShopOptions = {
  privileges?: readonly Privilege[]
  employees?: readonly (string | { name: string; countryCode?: string; phone?: string })[]
  checklist?: readonly string[]
  name?: string
  code?: string
  alias?: string
  color?: string
  /** The shop's profile where it differs from the defaults. */
  profile?: Partial<ShownProfile>
  /** Adds the shop to this one's server and user. */
  on?: TestShop
}

export type TestShop = {
  id: string
  name: string
  code: string
  path: string
  server: ShopServer
  employeeIdByName: Record<string, string>
  person: Person
  api: {
    /** @throws Error when the server refuses it */
    write: (shopId: string, ops: readonly Op[], at?: Date) => Promise<MutationResult>
    /** Every row of a collection in all shops, including tombstones. */
    pullAll: (collection: CollectionName) => Promise<WireDocument[]>
  }
}

let shopCount = 0

/** Author of other devices' writes, with all privileges. */
const otherUserId = v7()

/** The model server plus what screens need besides rows: names, profiles, reference tables, numbers and the time. */
export class ShopServer extends ModelServer {
  readonly shops = new Map<string, BootstrapShop>()
  readonly people = new Map<string, Person>()
  readonly #numbersByShop = new Map<string, { next: number; taken: Set<number> }>()

  constructor() {
    super()
    Object.defineProperty(this, 'now', { get: () => new Date() })
    this.complete = (collection, shopId, { number }, userId) => {
      if (collection === 'order_notes') return { userId }
      return collection === 'orders' ? { number: this.#takeNumber(shopId, number) } : {}
    }
  }

  override apiOf(userId: string): SyncApi {
    const api = super.apiOf(userId)
    const lease = async ({ shopId, count }: { shopId: string; count: number }) => {
      const numbers = this.#numbersOf(shopId)
      numbers.next += count
      return { from: numbers.next - count, to: numbers.next - 1 }
    }
    return { ...api, bootstrap: async () => this.bootstrapOf(userId), numbers: { lease, giveBack: async () => undefined } }
  }

  override bootstrapOf(userId: string): Bootstrap {
    const bootstrap = super.bootstrapOf(userId)
    const { user, shops } = bootstrap
    const person = this.people.get(user.id)
    return {
      ...bootstrap,
      user: { ...user, name: person?.name ?? null, login_id: person?.loginId ?? user.login_id },
      shops: shops.map((shop) => this.shops.get(shop.id) ?? shop),
      productConditions: [...productConditions],
      productTypes: [...productTypes],
      productColors: [...productColors],
      users: [...this.people.values()].map(({ userId, name, loginId }) => ({ id: userId, name, login_id: loginId })),
      sessionExpiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    }
  }

  #numbersOf(shopId: string): { next: number; taken: Set<number> } {
    const numbers = this.#numbersByShop.get(shopId) ?? { next: 1, taken: new Set() }
    this.#numbersByShop.set(shopId, numbers)
    return numbers
  }

  #takeNumber(shopId: string, sent: unknown): number {
    const numbers = this.#numbersOf(shopId)
    const number = typeof sent === 'number' && sent < numbers.next && !numbers.taken.has(sent) ? sent : numbers.next++
    numbers.taken.add(number)
    return number
  }
}

export function makeShop(options: ShopOptions = {}): TestShop {
  shopCount += 1
  const { privileges = [], employees = ['Ana Ruiz', 'Tom Becker'], checklist = [], on, profile } = options
  const [id, name, code] = [v7(), options.name ?? `Shop ${shopCount}`, options.code ?? `shop-${shopCount}`]
  const server = on?.server ?? new ShopServer()
  const person = on?.person ?? { userId: v7(), loginId: `kay-${shopCount}`, name: `Kay ${shopCount}` }
  const shopIds = [...server.shops.keys(), id]
  server.shops.set(id, {
    id,
    name,
    code,
    color: options.color ?? null,
    description: null,
    alias: options.alias ?? null,
    config: { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false },
    profile: shopToProfile({ code, profile }),
  })
  server.people.set(person.userId, person)
  server.addUser(person.userId, shopIds, on === undefined ? privileges : server.users.get(person.userId)?.privileges)
  server.addUser(otherUserId, shopIds, privilegeNames)
  const employeeIdByName: Record<string, string> = {}
  for (const employee of employees) {
    const values = typeof employee === 'string' ? { name: employee } : employee
    employeeIdByName[values.name] = server.put('employees', id, { entityId: v7(), ...values })
  }
  for (const item of checklist) server.put('checklist_items', id, { name: item })
  return {
    id,
    name,
    code,
    path: `/${id}/orders`,
    server,
    employeeIdByName,
    person,
    api: {
      write: async (shopId, ops, at) => {
        const result = server.write(otherUserId, shopId, [...ops], at?.toISOString())
        if (result.outcome !== 'applied') throw new Error(`The mutation was refused: ${JSON.stringify(result)}`)
        return result
      },
      pullAll: async (collection) =>
        (await server.apiOf(otherUserId).pull({ collection, limit: 5_000, checkpoint: {} }, new AbortController().signal)).documents,
    },
  }
}

export function makePerson({ shops, privileges = [] }: { shops: readonly [TestShop, ...TestShop[]]; privileges?: readonly Privilege[] }): Person {
  const { server } = shops[0]
  const person = { userId: v7(), loginId: `lee-${server.people.size}`, name: `Lee ${server.people.size}` }
  server.people.set(person.userId, person)
  server.addUser(
    person.userId,
    shops.map(({ id }) => id),
    privileges,
  )
  return person
}
