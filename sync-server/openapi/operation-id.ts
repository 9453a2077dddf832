import type { Route } from '../registry/registry.ts'

/** Names that do not follow from method and path. */
const nameByRoute: Readonly<Record<string, string>> = {
  'POST /api/login': 'login',
  'POST /api/logout': 'logout',
  'GET /api/auth/me': 'getMe',
  'GET /api/auth/privileges': 'listMyPrivileges',
  'GET /api/shops/:shopId/config': 'getShopConfig',
  'PUT /api/shops/:shopId/config': 'updateShopConfig',
  'GET /api/:shopId/profile': 'getShopProfile',
  'PUT /api/:shopId/profile': 'updateShopProfile',
  'GET /api/:shopId/profile/logo': 'getShopLogo',
  'PUT /api/:shopId/profile/logo': 'updateShopLogo',
  'DELETE /api/:shopId/profile/logo': 'deleteShopLogo',
  'GET /api/public/:shopId/logo': 'getPublicShopLogo',
  'GET /api/public/shop-validate/:code': 'validateShop',
  'GET /api/:shopId/orders/days-since-status-change': 'listDaysSinceStatusChange',
  'GET /api/:shopId/orders/:id/status-history': 'getOrderStatusHistory',
  'GET /api/shops/:shopId/dropoff-checklist': 'listChecklistItems',
  'POST /api/shops/:shopId/dropoff-checklist': 'createChecklistItem',
  'PUT /api/shops/:shopId/dropoff-checklist/:itemId': 'updateChecklistItem',
  'DELETE /api/shops/:shopId/dropoff-checklist/:itemId': 'deleteChecklistItem',
  'GET /api/shops/:shopId/orders/:id/dropoff-checklist-selections': 'getChecklistSelections',
  'POST /api/shops/:shopId/orders/:id/dropoff-checklist-selections': 'replaceChecklistSelections',
  'GET /api/:shopId/category-hierarchy-inventory': 'getInventory',
  'POST /api/:shopId/categories/bulk': 'pasteCategories',
  'PUT /api/:shopId/categories/:id': 'renameCategory',
  'PATCH /api/:shopId/categories/:id': 'moveCategory',
  'POST /api/entities/:id/employees': 'createEmployee',
  'DELETE /api/entities/:id/employees/:employeeId': 'deleteEmployee',
  'POST /api/users/create-with-optional-credentials': 'createUser',
  'PATCH /api/users/:id/password': 'resetUserPassword',
  'PUT /api/profile/password': 'changePassword',
  'POST /api/profile/second-factor/code': 'enterSignInCode',
  'GET /api/profile/second-factor': 'getSecondFactor',
  'POST /api/profile/second-factor': 'beginSecondFactor',
  'PUT /api/profile/second-factor': 'confirmSecondFactor',
  'POST /api/profile/second-factor/recovery-codes': 'renewRecoveryCodes',
  'POST /api/profile/second-factor/off': 'turnOffSecondFactor',
  'GET /api/profile/sessions': 'listOwnSessions',
  'DELETE /api/profile/sessions': 'endOtherSessions',
  'DELETE /api/profile/sessions/:id': 'endOwnSession',
  'GET /api/users/accounts': 'listUserAccounts',
  'PUT /api/users/:id/disabled': 'setUserDisabled',
  'DELETE /api/users/:id/second-factor': 'turnOffUserSecondFactor',
  'GET /api/:shopId/changes': 'listChanges',
  'POST /api/:shopId/webhooks/:id/test': 'testWebhook',
  'GET /api/:shopId/webhooks/:id/deliveries': 'listWebhookDeliveries',
  'POST /api/:shopId/webhooks/:id/deliveries/:deliveryId/repeat': 'repeatWebhookDelivery',
  'GET /api/:shopId/deleted': 'listDeletedRows',
  'POST /api/:shopId/customers/send-otp': 'sendOtp',
  'POST /api/:shopId/customers/verify-otp': 'verifyOtp',
  'POST /api/:shopId/customers/verify-access': 'verifyAccessCode',
  'GET /api/public/:shopId/session': 'getPortalSession',
  'POST /api/public/:shopId/sign-out': 'endPortalSession',
  'GET /api/sync/bootstrap': 'getSyncBootstrap',
  'POST /api/sync/pull': 'pullChanges',
  'POST /api/sync/digest': 'compareRows',
  'POST /api/sync/push': 'pushChanges',
  'POST /api/sync/numbers': 'leaseTicketNumbers',
  'POST /api/sync/numbers/return': 'returnTicketNumbers',
  'POST /api/sync/device-keys': 'getDeviceKey',
  'POST /api/sync/device-keys/:id/open': 'openWithDeviceKey',
  'GET /api/sync/live': 'listenForChanges',
  'GET /api/sync/notices': 'listNotices',
  'POST /api/sync/notices/dismiss': 'dismissNotices',
  'GET /healthz': 'getHealth',
  'GET /livez': 'getLiveness',
  'GET /readyz': 'getReadiness',
  'GET /metrics': 'getMetrics',
  'GET /api/backups': 'getBackups',
  'POST /api/backups': 'makeBackup',
  'GET /api/openapi.json': 'getApiDescription',
  'GET /api/docs': 'getApiPage',
}

/**
 * The operationId of a route, such as `listOrders` or `restoreOrder`. Generated clients use it, so it never changes: if
 * a route's path changes, add its old name to the table above.
 */
export function routeToOperationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const named = nameByRoute[`${method} ${path}`]
  if (named !== undefined) return named
  const parts = path
    .replace(/^\/api\//, '')
    .replace(/^(?:shops\/)?:shopId\//, '')
    .replace('public/:shopId/', 'public/')
    .split('/')
  if (parts.at(-1) === 'restore') return `restore${partsToName(parts.slice(0, -1))}`
  const isOne = parts.at(-1)?.startsWith(':') === true
  const isBelongingTo = parts.slice(0, -2).some((part) => part.startsWith(':')) || (!isOne && parts.length > 1 && parts.some((part) => part.startsWith(':')))
  const verb = methodToVerb(method, { isOne, isBelongingTo })
  return verb + partsToName(parts, { keepPlural: verb === 'list' })
}

function methodToVerb(method: Route['method'], { isOne, isBelongingTo }: { isOne: boolean; isBelongingTo: boolean }): string {
  switch (method) {
    case 'GET':
      return isOne ? 'get' : 'list'
    case 'POST':
      return isBelongingTo ? 'add' : 'create'
    case 'DELETE':
      return isBelongingTo ? 'remove' : 'delete'
    case 'PUT':
    case 'PATCH':
      return 'update'
  }
}

/** `orders, :id, payments` → `OrderPayment`, with `keepPlural` → `OrderPayments`. */
function partsToName(parts: readonly string[], { keepPlural = false } = {}): string {
  return parts
    .map((part, place) => {
      if (part.startsWith(':')) return ''
      const isOwner = parts[place + 1]?.startsWith(':') === true
      return toPascal(isOwner || (!keepPlural && place === parts.length - 1) ? toSingular(part) : part)
    })
    .join('')
}

const toSingular = (word: string): string => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

export const toPascal = (words: string): string => words.replace(/(?:^|[-_.])([a-z])/g, (_, letter: string) => letter.toUpperCase())
