import type { MessageTry, SentTry } from '#schema/api/shop/shop-messages.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import type {
  CreatedUserAnswer,
  EntityAnswer,
  EntityShopAnswer,
  EntityShopMappingAnswer,
  EntityUserAnswer,
  PrivilegeAnswer,
  ShopUserAnswer,
  UserEntityAnswer,
  UserShopAnswer,
} from '#schema/api/answers/administration-answers.ts'
import type { BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import type {
  OwnSessionAnswer,
  PasswordAndCode,
  RecoveryCodesAnswer,
  SecondFactorAnswer,
  SecondFactorSetupAnswer,
  UserAccountAnswer,
} from '#schema/api/account.ts'
import type { DeliveriesPage, Webhook, WebhookCreated, WebhookDelivery, WebhookTest, WebhookValues } from '#schema/api/programs/webhooks.ts'
import type { ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import type { BootstrapShop, SessionUser, StatusColors } from '#schema/api/sync.ts'
import type { ApiTokenAnswer, ApiTokenCreate, ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import type { SecurityEventAnswer } from '#schema/api/security-events.ts'
import type { TeamMember } from '#schema/api/answers/account-answers.ts'
import type { TaxRate } from '#schema/collections/stock/tax-rates.ts'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import type { Language } from '#schema/language/pick-language.ts'
import type { PhoneFields } from '#schema/rules/customers/phone-pairs.ts'
import { requestWithFreshCode as request } from './fresh-code.ts'

/** The administration's requests: online only, and never stored on the device. All throw ApiError and NetworkError, as `request` does. */

export type ShopAnswer = Omit<BootstrapShop, 'config'>

/** A read request; its path is also the response's cache key while a page is open. */
export type Read<Answer> = { path: string; query?: Record<string, string> | undefined; load?: ((signal?: AbortSignal) => Promise<Answer>) | undefined }

const read = <Answer>(path: string, query?: Record<string, string>): Read<Answer> => ({ path, query })

export const ask = <Answer>({ path, query, load }: Read<Answer>, signal?: AbortSignal): Promise<Answer> =>
  load?.(signal) ?? request<Answer>('GET', path, undefined, { query, signal })

export const reads = {
  entities: read<EntityAnswer[]>('/api/entities'),
  users: read<SessionUser[]>('/api/users'),
  /** Every shop, for view_app_setting; without `scope` the server sends only the caller's shops. */
  allShops: read<ShopAnswer[]>('/api/shops', { scope: 'all' }),
  assignedShopIds: read<string[]>('/api/assigned-shops'),
  mappings: read<EntityShopMappingAnswer[]>('/api/entity-shop-mappings'),
  myEntities: read<EntityAnswer[]>('/api/my/entities'),
  /** Takes several requests, because a member of an entity may staff its shops. */
  shopsOfMyEntities: { path: '/api/my/entities#shops', load: listShopsOfMyEntities },
  privileges: read<PrivilegeAnswer[]>('/api/privileges'),
  entityUsers: (entityId: string) => read<EntityUserAnswer[]>(`/api/entities/${entityId}/users`),
  entityShops: (entityId: string) => read<EntityShopAnswer[]>(`/api/entities/${entityId}/shops`),
  entityEmployees: (entityId: string) => read<EmployeeListItem[]>(`/api/entities/${entityId}/employees`),
  shopUsers: (shopId: string) => read<ShopUserAnswer[]>(`/api/shops/${shopId}/users`),
  userPrivileges: (userId: string) => read<PrivilegeAnswer[]>(`/api/users/${userId}/privileges`),
  userShops: (userId: string) => read<UserShopAnswer[]>(`/api/users/${userId}/shops`),
  apiTokens: read<ApiTokenAnswer[]>('/api/profile/tokens'),
  /** Newest first; `after` is the id of the previous page's last entry. */
  securityEvents: (query: Record<string, string>) => read<SecurityEventAnswer[]>('/api/security-events', query),
  backups: read<BackupsAnswer>('/api/backups'),
  taxRates: (shopId: string) => read<TaxRate[]>(`/api/${shopId}/tax-rates`),
  webhooks: (shopId: string) => read<Webhook[]>(`/api/${shopId}/webhooks`),
  /** Newest first; `before` is the previous page's `next`. */
  webhookDeliveries: (shopId: string, id: string, before: number | undefined) =>
    read<DeliveriesPage>(`/api/${shopId}/webhooks/${id}/deliveries`, before === undefined ? undefined : { before: String(before) }),
  secondFactor: read<SecondFactorAnswer>('/api/profile/second-factor'),
  ownSessions: read<OwnSessionAnswer[]>('/api/profile/sessions'),
  userAccounts: read<UserAccountAnswer[]>('/api/users/accounts'),
  team: read<TeamMember[]>('/api/team'),
  /** Users who can sign in but have no shop or no privilege yet. */
  unplacedUsers: { path: '/api/users#unplaced', load: listUnplacedUsers },
  userEntities: (userId: string) => read<UserEntityAnswer[]>(`/api/users/${userId}/entities`),
}

async function listShopsOfMyEntities(signal?: AbortSignal): Promise<Pick<ShopAnswer, 'id' | 'code' | 'name'>[]> {
  const entities = await ask(reads.myEntities, signal)
  const links = await Promise.all(entities.map(({ id }) => ask(reads.entityShops(id), signal)))
  return links.flat().map(({ shop_id, shop_code, shop_name }) => ({ id: shop_id, code: shop_code, name: shop_name }))
}

async function listUnplacedUsers(signal?: AbortSignal): Promise<SessionUser[]> {
  const [users, accounts] = await Promise.all([ask(reads.users, signal), ask(reads.userAccounts, signal)])
  const isUnplaced = ({ disabledAt, hasShop, hasPrivilege }: UserAccountAnswer) => disabledAt === null && !(hasShop && hasPrivilege)
  const unplacedIds = new Set(accounts.filter(isUnplaced).map(({ userId }) => userId))
  return users.filter(({ id }) => unplacedIds.has(id))
}

/** A PUT clears omitted fields. */
export type EntityBody = {
  entity_name: string
  contact_name: string
  country_code?: string
  phone?: string
  alternate_country_code?: string
  alternate_phone?: string
  entity_address?: string
}

export const createEntity = (body: EntityBody) => request<{ id: string }>('POST', '/api/entities', body)
export const updateEntity = (entityId: string, body: EntityBody) => request('PUT', `/api/entities/${entityId}`, body)

export const assignEntityUser = (entityId: string, userId: string) => request('POST', `/api/entities/${entityId}/users`, { userId })
export const removeEntityUser = (entityId: string, userId: string) => request('DELETE', `/api/entities/${entityId}/users/${userId}`)

export const assignEntityShop = (entityId: string, shopId: string) => request('POST', `/api/entities/${entityId}/shops`, { shopId })
export const removeEntityShop = (entityId: string, shopId: string) => request('DELETE', `/api/entities/${entityId}/shops/${shopId}`)

/** null clears. */
export type EmployeeBody = { name: string; shopId: string; email: string | null } & PhoneFields

export const createEmployee = (entityId: string, body: EmployeeBody) =>
  request<{ id: string }>('POST', `/api/entities/${entityId}/employees`, { entityId, ...body })
/** `shopId` is the employee's current shop; a different one in the body moves the employee. */
export const updateEmployee = (shopId: string, employeeId: string, body: EmployeeBody) => request('PUT', `/api/${shopId}/employees/${employeeId}`, body)
export const deleteEmployee = (entityId: string, employeeId: string) => request('DELETE', `/api/entities/${entityId}/employees/${employeeId}`)

export const makeBackup = () => request<BackupsAnswer>('POST', '/api/backups')

export type ShopBody = { name: string; code: string; description: string | null }

export const createShop = (body: ShopBody) => request<{ id: string }>('POST', '/api/shops', body)
export const updateShop = (shopId: string, body: ShopBody & { color: string | null }) => request('PUT', `/api/shops/${shopId}`, body)

export const assignShopUser = (shopId: string, userId: string) => request('POST', `/api/shops/${shopId}/users`, { userId })
export const removeShopUser = (shopId: string, userId: string) => request('DELETE', `/api/shops/${shopId}/users/${userId}`)

type ShopConfigBody = {
  orderConfig: { statusColors: StatusColors }
  customerPortal: boolean
  portalCountryCodes?: string[] | null
  portalDailyMessages?: number | null
  offlineDays?: number | null
  offlinePin?: boolean | null
}

export const saveShopConfig = (shopId: string, body: ShopConfigBody) => request('PUT', `/api/shops/${shopId}/config`, body)

export const saveShopProfile = (shopId: string, body: ProfileUpdate) => request('PUT', `/api/${shopId}/profile`, body)
export const saveShopLogo = (shopId: string, picture: Blob) => request('PUT', `/api/${shopId}/profile/logo`, picture)
export const deleteShopLogo = (shopId: string) => request('DELETE', `/api/${shopId}/profile/logo`)

export const createTaxRate = (shopId: string, rate: Pick<TaxRate, 'name' | 'percent' | 'category' | 'isDefault'>) =>
  request('POST', `/api/${shopId}/tax-rates`, rate)

export const saveMessageRules = (shopId: string, rules: readonly MessageRule[]) => request('PUT', `/api/${shopId}/message-rules`, rules)
export const tryMessage = (shopId: string, body: MessageTry) => request<SentTry>('POST', `/api/${shopId}/message-rules/try`, body)

export const addChecklistItem = (shopId: string, name: string) => request<{ id: string }>('POST', `/api/shops/${shopId}/dropoff-checklist`, { name })
export const renameChecklistItem = (shopId: string, itemId: string, name: string) =>
  request('PUT', `/api/shops/${shopId}/dropoff-checklist/${itemId}`, { name })
export const deleteChecklistItem = (shopId: string, itemId: string) => request('DELETE', `/api/shops/${shopId}/dropoff-checklist/${itemId}`)

type PersonBody = { email: string | null } & PhoneFields
/** The server generates an omitted login id or password. */
export type CreateUserBody = { name: string; login_id?: string; password?: string } & PersonBody
export type UserBody = { login_id: string; name: string | null } & PersonBody
export type ProfileBody = { loginId: string; name: string | null; language: Language | null } & PersonBody

export const createUser = (body: CreateUserBody) => request<CreatedUserAnswer>('POST', '/api/users/create-with-optional-credentials', body)
export const updateUser = (userId: string, body: UserBody) => request('PUT', `/api/users/${userId}`, body)
export const resetPassword = (userId: string, newPassword: string) => request('PATCH', `/api/users/${userId}/password`, { newPassword })
export const assignPrivilege = (userId: string, privilegeId: string) => request('POST', `/api/users/${userId}/privileges`, { privilegeId })
export const removePrivilege = (userId: string, privilegeId: string) => request('DELETE', `/api/users/${userId}/privileges/${privilegeId}`)

export const makeMemberEmployee = (shopId: string, userId: string) => request<EmployeeListItem>('POST', `/api/shops/${shopId}/users/${userId}/employee`)
export const setUserDisabled = (userId: string, disabled: boolean) => request('PUT', `/api/users/${userId}/disabled`, { disabled })
export const turnOffUserSecondFactor = (userId: string) => request('DELETE', `/api/users/${userId}/second-factor`)

/** Allows administrative changes for the next 15 minutes. */
export const enterSignInCode = (code: string) => request('POST', '/api/profile/second-factor/code', { code })
export const beginSecondFactor = (currentPassword: string) => request<SecondFactorSetupAnswer>('POST', '/api/profile/second-factor', { currentPassword })
export const confirmSecondFactor = (body: PasswordAndCode) => request<RecoveryCodesAnswer>('PUT', '/api/profile/second-factor', body)
export const renewRecoveryCodes = (body: PasswordAndCode) => request<RecoveryCodesAnswer>('POST', '/api/profile/second-factor/recovery-codes', body)
export const turnOffSecondFactor = (body: PasswordAndCode) => request('POST', '/api/profile/second-factor/off', body)

export const endOwnSession = (sessionId: string) => request('DELETE', `/api/profile/sessions/${sessionId}`)
export const endOtherSessions = () => request('DELETE', '/api/profile/sessions')

/** Absent fields stay. */
export const updateProfile = (body: Partial<ProfileBody>) => request('PUT', '/api/profile', body)
/** Only these fields are sent. */
export const changePassword = (body: { currentPassword: string; newPassword: string; endTokens?: true }) => request('PUT', '/api/profile/password', body)

/** The response holds the `token`, which no later request returns. */
export const createWebhook = (shopId: string, body: WebhookValues) => request<WebhookCreated>('POST', `/api/${shopId}/webhooks`, body)
export const pauseWebhook = (shopId: string, id: string, paused: boolean) => request<Webhook>('PUT', `/api/${shopId}/webhooks/${id}`, { paused })
export const deleteWebhook = (shopId: string, id: string) => request('DELETE', `/api/${shopId}/webhooks/${id}`)
export const testWebhook = (shopId: string, id: string) => request<WebhookTest>('POST', `/api/${shopId}/webhooks/${id}/test`)
export const repeatDelivery = (shopId: string, id: string, deliveryId: string) =>
  request<WebhookDelivery>('POST', `/api/${shopId}/webhooks/${id}/deliveries/${deliveryId}/repeat`)

export const createApiToken = (body: ApiTokenCreate) => request<ApiTokenCreatedAnswer>('POST', '/api/profile/tokens', body)
export const revokeApiToken = (tokenId: string) => request('DELETE', `/api/profile/tokens/${tokenId}`)
