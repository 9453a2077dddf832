import { v7 } from 'uuid'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import type { EntityAnswer } from '#schema/api/answers/administration-answers.ts'
import { noBackups } from '#schema/api/answers/backup-answers.ts'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { AppError, type ErrorCode } from '#schema/errors.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { type Rest, type RestCall, RestFailure } from './answer-rest.ts'
import type { Person, ShopServer } from './shop-server.ts'

type Link = { id: string; entity_id: string; shop_id: string; created_at: string }
type Membership = { id: string; entity_id: string; user_id: string }

const noContact = { email: null, phone: null, countryCode: null, alternatePhone: null, alternateCountryCode: null, language: null }

const refuse = (code: ErrorCode, status = 409): RestFailure => new RestFailure(status, { code, message: new AppError(code).message })

/** The administration's routes and their state, for settings pages: entities, shops, users and employees. */
export class Administration {
  readonly server: ShopServer
  entities: EntityAnswer[] = []
  links: Link[] = []
  memberships: Membership[] = []
  employees: EmployeeListItem[] = []
  readonly busyEmployees = new Set<string>()
  readonly detailsByUser = new Map<string, Partial<SessionUser>>()
  isUnreachable = false

  constructor(server: ShopServer) {
    this.server = server
  }

  addEntity(entity_name: string, contact_name: string): string {
    const contact = { country_code: null, phone: null, alternate_country_code: null, alternate_phone: null, entity_address: null }
    this.entities.push({ id: v7(), entity_name, contact_name, ...contact })
    return this.entities.at(-1)?.id ?? ''
  }

  addShop(name: string, code: string): string {
    const id = v7()
    const config = { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false }
    this.server.shops.set(id, { id, name, code, color: null, description: null, alias: null, config })
    return id
  }

  link(entity_id: string, shop_id: string): void {
    this.links.push({ id: v7(), entity_id, shop_id, created_at: new Date().toISOString() })
  }

  addMember(entity_id: string, user_id: string): void {
    this.memberships.push({ id: v7(), entity_id, user_id })
  }

  addEmployee(entity_id: string, shop_id: string, values: Partial<EmployeeListItem> & { name: string }): void {
    const { code: shop_code, name: shop_name } = this.#shop(shop_id)
    const contact = { email: null, country_code: null, phone: null, alternate_country_code: null, alternate_phone: null, user_id: null }
    this.employees.push({ id: v7(), ...contact, ...values, shop_id, shop_code, shop_name, entity_id })
  }

  /** Tells open devices that another user changed access rights. */
  announce({ userId }: Person): void {
    this.server.announceAccess(userId)
  }

  /** For `rest` of `renderShop`; `person` is the signed-in user. */
  restOf(person: Person): Rest {
    const writes = this.#writesOf()
    const reachable: Rest = {}
    for (const [address, answer] of Object.entries(writes)) {
      reachable[address] = (call) => {
        if (this.isUnreachable) throw new TypeError('Failed to fetch')
        return answer(call)
      }
    }
    return { ...this.#readsOf(person), ...reachable }
  }

  #readsOf({ userId }: Person): Rest {
    return {
      'GET /api/entities': () => this.entities,
      'GET /api/my/entities': () => this.#entitiesOf(userId),
      'GET /api/users': () => [...this.server.people.values()].map((one) => this.#user(one)),
      'GET /api/team': () =>
        [...this.server.people.values()].map(({ userId: id, name, loginId }) => ({
          id,
          userId: id,
          name,
          loginId,
          privileges: this.server.users.get(id)?.privileges ?? [],
          shops: (this.server.users.get(id)?.shopIds ?? []).map((shopId) => {
            const employee = this.employees.find(({ user_id, shop_id }) => user_id === id && shop_id === shopId)
            const shop = this.server.shops.get(shopId)
            return { id: shopId, name: shop?.name ?? '', isMember: true, employeeId: employee?.id ?? null, entityId: employee?.entity_id ?? null }
          }),
          disabledAt: null,
          lastSeenAt: null,
        })),
      'GET /api/users/accounts': () =>
        [...this.server.people.values()].map((one) => {
          const known = this.server.users.get(one.userId)
          const [hasShop, hasPrivilege] = [(known?.shopIds.length ?? 0) > 0, (known?.privileges.length ?? 0) > 0]
          return { userId: one.userId, disabledAt: null, secondFactorOn: false, hasShop, hasPrivilege }
        }),
      'GET /api/shops': () => [...this.server.shops.values()],
      'GET /api/assigned-shops': () => this.links.map(({ shop_id }) => shop_id),
      'GET /api/entity-shop-mappings': () => this.links.map((link) => this.#mapping(link)),
      'GET /api/privileges': () => privilegeRows,
      'GET /api/entities/*/users': ({ parts: [id] }) =>
        this.memberships.filter(({ entity_id }) => entity_id === id).map(({ id: own, user_id }) => ({ ...this.#person(user_id), id: own, user_id })),
      'GET /api/entities/*/shops': ({ parts: [id] }) => this.links.filter(({ entity_id }) => entity_id === id).map((link) => this.#mapping(link)),
      'GET /api/entities/*/employees': ({ parts: [id] }) => this.employees.filter(({ entity_id }) => entity_id === id),
      'GET /api/shops/*/users': ({ parts: [id = ''] }) =>
        [...this.server.people.values()].flatMap(({ userId: user, name, loginId }) =>
          this.server.users.get(user)?.shopIds.includes(id) === true ? [{ id: user, userId: user, userName: name, loginId }] : [],
        ),
      'GET /api/users/*/privileges': ({ parts: [id = ''] }) =>
        privilegeRows.filter(({ privilegeName }) => this.server.users.get(id)?.privileges.includes(privilegeName)),
      'GET /api/users/*/shops': ({ parts: [id = ''] }) => (this.server.users.get(id)?.shopIds ?? []).map((shopId) => this.#shop(shopId)),
      'GET /api/users/*/entities': ({ parts: [id] }) =>
        this.memberships
          .filter(({ user_id }) => user_id === id)
          .map(({ id: own, entity_id }) => ({ ...this.entities.find((entity) => entity.id === entity_id), id: own, entity_id })),
      'GET /api/backups': () => noBackups,
      'GET /api/security-events': () => [],
      'GET /api/profile/tokens': () => [],
      'GET /api/profile/sessions': () => {
        const now = new Date().toISOString()
        return [{ id: v7(), device: 'Chrome on Linux', address: '127.0.0.1', signedInAt: now, lastUsedAt: now, isCurrent: true }]
      },
      'GET /api/profile/second-factor': () => ({ onSince: null, recoveryCodesLeft: 0 }),
    }
  }

  #writesOf(): Rest {
    const done = {}
    return {
      'POST /api/entities': ({ body }) => {
        const { entity_name, contact_name } = body as EntityAnswer
        return { id: this.addEntity(entity_name, contact_name) }
      },
      'PUT /api/entities/*': ({ parts: [id], body }) => {
        this.entities = this.entities.map((entity) => (entity.id === id ? { ...entity, ...(body as object) } : entity))
        return done
      },
      'POST /api/entities/*/users': ({ parts: [id = ''], body }) => this.addMember(id, textOf(body, 'userId')),
      'DELETE /api/entities/*/users/*': ({ parts: [id, userId] }) => {
        this.memberships = this.memberships.filter(({ entity_id, user_id }) => entity_id !== id || user_id !== userId)
        return done
      },
      'POST /api/entities/*/shops': ({ parts: [id = ''], body }) => {
        const shopId = textOf(body, 'shopId')
        return this.links.some(({ shop_id }) => shop_id === shopId) ? refuse('SHOP_ALREADY_ASSIGNED') : this.link(id, shopId)
      },
      'DELETE /api/entities/*/shops/*': ({ parts: [id, shopId] }) => {
        this.links = this.links.filter(({ entity_id, shop_id }) => entity_id !== id || shop_id !== shopId)
        return done
      },
      'POST /api/shops/*/users/*/employee': ({ parts: [shopId = '', userId = ''] }) => {
        const entityId = this.links.find(({ shop_id }) => shop_id === shopId)?.entity_id ?? ''
        this.addEmployee(entityId, shopId, { name: this.#person(userId).name ?? '', user_id: userId })
        return { id: this.employees.at(-1)?.id }
      },
      'POST /api/entities/*/employees': ({ parts: [id = ''], body }) => {
        this.addEmployee(id, textOf(body, 'shopId'), employeeOf(body))
        return { id: this.employees.at(-1)?.id }
      },
      'PUT /api/*/employees/*': ({ parts: [, id], body }) => {
        this.employees = this.employees.map((one) => (one.id === id ? { ...one, ...employeeOf(body) } : one))
        return done
      },
      'DELETE /api/entities/*/employees/*': ({ parts: [, id = ''] }) => {
        if (this.busyEmployees.has(id)) return refuse('FOREIGN_KEY_VIOLATION')
        this.employees = this.employees.filter((one) => one.id !== id)
        return done
      },
      'POST /api/shops': ({ body }) => ({ id: this.addShop(textOf(body, 'name'), textOf(body, 'code')) }),
      'PUT /api/shops/*': ({ parts: [id = ''], body }) => this.#updateShop(id, body as Partial<BootstrapShop>),
      'PUT /api/shops/*/config': ({ parts: [id = ''], body }) => this.#updateShop(id, { config: { ...this.#shop(id).config, ...(body as object) } }),
      'POST /api/shops/*/users': () => done,
      'POST /api/shops/*/dropoff-checklist': ({ parts: [id = ''], body }) => ({ id: this.server.put('checklist_items', id, { name: textOf(body, 'name') }) }),
      'PUT /api/shops/*/dropoff-checklist/*': ({ parts: [id = '', itemId], body }) =>
        void this.server.put('checklist_items', id, { name: textOf(body, 'name') }, undefined, itemId),
      'DELETE /api/shops/*/dropoff-checklist/*': ({ parts: [, itemId = ''] }) => this.server.remove('checklist_items', itemId),
      'PUT /api/users/*': ({ parts: [id = ''], body }) => void this.detailsByUser.set(id, body as Partial<SessionUser>),
      'PATCH /api/users/*/password': () => done,
      'DELETE /api/users/*/privileges/*': () => done,
      'POST /api/users/*/privileges': () => done,
      'PUT /api/profile': () => done,
      'PUT /api/profile/password': () => done,
    }
  }

  #updateShop(id: string, values: Partial<BootstrapShop>): RestFailure | undefined {
    const { code } = values
    const isTaken = code !== undefined && [...this.server.shops.values()].some((shop) => shop.id !== id && shop.code === code)
    if (isTaken) return refuse('CONFLICT')
    this.server.shops.set(id, { ...this.#shop(id), ...values })
    for (const [userId, { shopIds }] of this.server.users) if (shopIds.includes(id)) this.server.announceAccess(userId)
    return undefined
  }

  #shop(id: string): BootstrapShop {
    const shop = this.server.shops.get(id)
    if (shop === undefined) throw new Error(`There is no shop ${id}`)
    return shop
  }

  #person(userId: string): { name: string | null; login_id: string } {
    const { name, loginId } = this.server.people.get(userId) ?? { name: null, loginId: userId }
    return { name, login_id: loginId }
  }

  #user({ userId }: Person): SessionUser {
    return { id: userId, ...this.#person(userId), ...noContact, ...this.detailsByUser.get(userId) }
  }

  #entitiesOf(userId: string): EntityAnswer[] {
    const own = new Set(this.memberships.filter(({ user_id }) => user_id === userId).map(({ entity_id }) => entity_id))
    return this.entities.filter(({ id }) => own.has(id))
  }

  #mapping(link: Link): object {
    const { name, code, description, color } = this.#shop(link.shop_id)
    const { entity_name, contact_name } = this.entities.find(({ id }) => id === link.entity_id) ?? { entity_name: '', contact_name: '' }
    return { ...link, shop_name: name, shop_code: code, shop_description: description, shop_color: color, entity_name, contact_name }
  }
}

const textOf = (body: RestCall['body'], name: string): string => String((body as Record<string, unknown>)[name])

/** Requests and responses name an employee's fields differently. */
function employeeOf(body: RestCall['body']): Partial<EmployeeListItem> & { name: string } {
  const { name, email, phone, countryCode } = body as { name: string } & Partial<Record<'email' | 'phone' | 'countryCode', string | null>>
  return { name, email: email ?? null, phone: phone ?? null, country_code: countryCode ?? null }
}
