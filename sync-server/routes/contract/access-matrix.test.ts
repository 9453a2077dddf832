import { afterAll, describe, expect, test } from 'vitest'
import { errorTable, isErrorCode } from '#schema/errors.ts'
import type { Answer } from '../../testing/test-server.ts'
import { allRoutes } from '../all-routes.ts'
import { isJsonAnswer } from '../../registry/registry.ts'
import { callerNames, openCallers, type CallerName, type Needed } from '../../testing/test-callers.ts'
import { exampleByName, isMadeHere, makeExample, nameToRoute, routeToName, type ExampleCall } from '../../testing/test-examples.ts'
import { openRoutesWorld } from '../../testing/test-registry-world.ts'
import { startSession } from '../../testing/test-sync-server.ts'

/**
 * Status per caller, written by hand from the access rules, not from the registry. One line per route: the required
 * privilege, then the statuses for `callerNames` in order: anonymous, no shop, other shop, member without privileges,
 * member with exactly the privilege, administrator, administrator of another shop, verified portal customer, API token
 * with exactly the privilege.
 */
const matrix: Readonly<Record<string, readonly [Needed, ...number[]]>> = {
  'POST /api/login': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/logout': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/auth/me': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],
  'GET /api/auth/privileges': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],

  'GET /api/shops': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],
  'GET /api/shops ?scope': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/shops/:shopId/config': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/shops': ['view_entity_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'PUT /api/shops/:id': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'PUT /api/shops/:shopId/config': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/profile': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/profile': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/profile/logo': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/profile/logo': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/profile/logo': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/public/:shopId/logo': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/:shopId/imports': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/customers/:id/export': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/export': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/shops/:id/users': ['view_entity_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/shops/:id/users': ['view_entity_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'POST /api/shops/:id/users/:userId/employee': ['view_entity_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'DELETE /api/shops/:id/users/:userId': ['view_entity_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/order-statuses': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/prices/:code': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/shop-validate/:code': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],

  // Rows of a shop; non-members get a 404.
  'GET /api/:shopId/customers': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/customers/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/customers': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/customers/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/customers/:id': ['delete_customer', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/customers/:id/erase': ['delete_customer', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/assets': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/assets/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/assets': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/assets/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/assets/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/days-since-status-change': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id/status-history': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id/balance': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id/passcode': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/orders': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/orders/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/orders/:id': ['delete_order', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/tasks': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id/tasks': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/tasks/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/tasks': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/tasks/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/tasks/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/shop-tasks': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/shop-tasks/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/shop-tasks/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/payments': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/journal': ['view_report', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/payments ?dateFrom': ['view_report', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id/payments': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/payments/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/payments': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/payments/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/payments/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/costs': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/costs ?dateTo': ['view_report', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/orders/:id/costs': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/costs/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/costs': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/costs/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/costs/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/shops/:shopId/dropoff-checklist': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/shops/:shopId/dropoff-checklist': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/shops/:shopId/dropoff-checklist/:itemId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/shops/:shopId/dropoff-checklist/:itemId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/shops/:shopId/orders/:id/dropoff-checklist-selections': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/shops/:shopId/orders/:id/dropoff-checklist-selections': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/category-hierarchy-inventory': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/categories': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/categories': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/categories/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PATCH /api/:shopId/categories/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/categories/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/categories/bulk': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/products': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/products/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/products': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/products/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/till-days': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/till-days/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/till-days': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/till-days/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/tax-rates': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/tax-rates/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/tax-rates': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/tax-rates/:id': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/services': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/services/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/services': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/services/:id': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/tests': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/tests/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/tests': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/tests/:id': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/test-results': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/test-results ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/test-results/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/test-results': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/test-results/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/test-results/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/test-results/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/suppliers': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/suppliers': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/suppliers/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/suppliers/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/employees': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/activities': ['view_activity', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/refused-changes': ['view_activity', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/changes': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/webhooks': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/webhooks': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/webhooks/:id': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/webhooks/:id': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/webhooks/:id/test': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/webhooks/:id/deliveries': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/webhooks/:id/deliveries/:deliveryId/repeat': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/deleted': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/customers/:id/restore': ['delete_customer', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/assets/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/orders/:id/restore': ['delete_order', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/payments/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/costs/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/tasks/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/categories/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/suppliers/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/checklist_selections/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],

  'GET /api/:shopId/order-lines': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/order-lines ?dateFrom': ['view_report', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'GET /api/:shopId/order-lines ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/order-lines/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/order-lines': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/order-lines/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/order-lines/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/order-lines/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/order-notes': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/order-notes ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/order-notes/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/order-notes': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/order-notes/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/order-notes/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/order-notes/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/purchases': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/purchases/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/purchases': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/purchases/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/purchases/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/purchases/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/purchase-lines': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/purchase-lines ?purchaseId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/purchase-lines/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/purchase-lines': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/purchase-lines/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/purchase-lines/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/purchase-lines/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/stock-counts': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/stock-counts ?takeId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/stock-counts/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/stock-counts': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/stock-counts/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/stock-counts/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/stock-counts/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/stock-takes/:takeId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/stock-takes/:takeId/apply': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/stock-takes/:takeId/undo': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/products/:id/movements': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/attachments': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/attachments ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/attachments/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/attachments': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/attachments/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/attachments/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/attachments/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/attachments/:id/content': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/attachments/:id/thumbnail': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/attachments/:id/content': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/attachments/:id/thumbnail': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/estimates': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/estimates ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/estimates/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/estimates': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/estimates/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/estimates/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/estimates/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/estimates/:id/send': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/invoices': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/invoices ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/invoices/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/invoices': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/invoices/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/invoices/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/invoices/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/invoices/:id/issue': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/invoices/:id/xml': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/messages': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/messages ?orderId': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/messages/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/messages': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/messages/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/messages/:id': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/messages/:id/restore': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/:shopId/message-rules': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'PUT /api/:shopId/message-rules': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/message-rules/try': ['view_shop_setting', 401, 404, 404, 403, 200, 200, 404, 401, 200],
  'POST /api/:shopId/orders/:id/links': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'DELETE /api/:shopId/orders/:id/links': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'POST /api/:shopId/invoices/:id/links': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 200],
  'GET /api/public/invoices/:token': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/invoices/:token/logo': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/order-links/:token': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/public/order-links/:token/messages': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/public/order-links/:token/estimate': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/order-links/:token/logo': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/order-links/:token/attachments/:id/content': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/order-links/:token/attachments/:id/thumbnail': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/estimates/:token': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/public/estimates/:token/decision': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/estimates/:token/logo': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/estimates/:token/attachments/:id/content': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/estimates/:token/attachments/:id/thumbnail': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/:shopId/attachments/:id/content': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],
  'GET /api/public/:shopId/attachments/:id/thumbnail': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],

  'GET /api/product-conditions': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],
  'GET /api/product-types': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],
  'GET /api/product-colors': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],

  // Entities: administrators. Users assigned to an entity: see employees.test.ts.
  'GET /api/entities': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/entities': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'PUT /api/entities/:id': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/my/entities': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],
  'GET /api/assigned-shops': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/entity-shop-mappings': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/entities/:id/users': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/entities/:id/users': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'DELETE /api/entities/:id/users/:userId': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/entities/:id/shops': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/entities/:id/shops': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'DELETE /api/entities/:id/shops/:linkedShopId': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/entities/:id/employees': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/entities/:id/employees': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'DELETE /api/entities/:id/employees/:employeeId': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'PUT /api/:shopId/employees/:employeeId': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],

  // Users and profile; API tokens cannot use passwords and tokens.
  'GET /api/users': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 200],
  'POST /api/users/create-with-optional-credentials': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'PUT /api/users/:id': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'PATCH /api/users/:id/password': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/privileges': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/users/:id/privileges': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/users/:id/privileges': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'DELETE /api/users/:id/privileges/:privilegeId': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/users/:id/shops': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/users/:id/entities': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/security-events': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'PUT /api/profile': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'PUT /api/profile/password': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/profile/second-factor/code': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /api/profile/second-factor': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/profile/second-factor': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'PUT /api/profile/second-factor': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/profile/second-factor/recovery-codes': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/profile/second-factor/off': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /api/profile/sessions': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'DELETE /api/profile/sessions': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'DELETE /api/profile/sessions/:id': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /api/team': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'GET /api/users/accounts': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'PUT /api/users/:id/disabled': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'DELETE /api/users/:id/second-factor': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/profile/tokens': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/profile/tokens': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'DELETE /api/profile/tokens/:id': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],

  // Customer portal; orders only for verified customers.
  'POST /api/:shopId/customers/send-otp': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/:shopId/customers/verify-otp': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/:shopId/customers/verify-access': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/:shopId/session': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/public/:shopId/sign-out': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'POST /api/public/:shopId/customers': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/public/:shopId/orders': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],
  'GET /api/public/:shopId/email': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],
  'PUT /api/public/:shopId/email': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],
  'POST /api/public/:shopId/orders/:id/links': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],
  'PUT /api/public/:shopId/orders/:id/photos/:photoId': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],
  'POST /api/public/:shopId/orders': ['none', 401, 401, 401, 401, 401, 401, 401, 200, 401],

  // Device sync; each device gets what its shops and privileges allow.
  'GET /api/sync/bootstrap': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /api/sync/first-page': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 403],
  'POST /api/sync/pull': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/sync/pull activities': ['view_activity', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'POST /api/sync/digest': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 403],
  'POST /api/sync/push': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/sync/numbers': ['none', 401, 404, 404, 200, 200, 200, 404, 401, 403],
  'POST /api/sync/numbers/return': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/sync/device-keys': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/sync/device-keys/:id/open': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /api/sync/live': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /api/sync/notices': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'POST /api/sync/notices/dismiss': ['none', 401, 200, 200, 200, 200, 200, 200, 401, 403],
  'GET /healthz': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /livez': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /readyz': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  // Only for the operator's token, which is none of these callers.
  'GET /metrics': ['none', 404, 404, 404, 404, 404, 404, 404, 404, 404],
  'GET /api/backups': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/backups': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 200],
  'POST /api/backups/download': ['view_app_setting', 401, 403, 403, 403, 200, 200, 200, 401, 403],
  'GET /api/openapi.json': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /api/docs': ['none', 200, 200, 200, 200, 200, 200, 200, 200, 200],
}

/** Callers who must never see content that staff wrote. */
const outsiders: readonly CallerName[] = ['anonymous', 'noShop', 'otherShop', 'customer']

const nowhere = '00000000-0000-4000-8000-000000000000'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

let calls = 0

const world = await openRoutesWorld()
const callers = await openCallers(world)
afterAll(() => world.close())

type Reply = Pick<Answer, 'status' | 'text' | 'json'>

/** Each call uses its own address, to avoid rate limits. Of an endless answer only the head is read. */
async function send(name: string, { address, body, content }: ExampleCall, headers: Record<string, string>): Promise<Reply> {
  const route = nameToRoute(name)
  const origin = { 'X-Forwarded-For': `10.0.${Math.floor(++calls / 250)}.${calls % 250}` }
  if (isJsonAnswer(route.answer) || !route.answer.mediaTypes.includes('text/event-stream'))
    return world.server.client().send(route.method, address, { headers: { ...origin, ...headers }, body, ...(content && { rawBody: content }) })
  const abort = new AbortController()
  const response = await fetch(world.server.url + address, { headers: { ...origin, ...headers }, signal: abort.signal })
  const text = response.status === 200 ? '' : await response.text()
  abort.abort()
  return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) }
}

function expectErrorBody({ status, json }: Reply): void {
  const { code, message, requestId, issues, ...rest } = json as Record<string, unknown>
  expect(rest).toEqual({})
  expect(isErrorCode(code) && errorTable[code].status).toBe(status)
  expect([typeof message, typeof requestId]).toEqual(['string', 'string'])
  if (issues !== undefined) expect(issues).toBeInstanceOf(Array)
}

describe('the access matrix', () => {
  test('has a line and an example for every route, and no other', () => {
    const names = allRoutes.map(routeToName)
    expect(names).toEqual([...new Set(names)])
    const lines = Object.keys(matrix)
    expect(Object.keys(exampleByName).sort()).toEqual([...lines].sort())
    expect(names.filter((name) => !(name in matrix))).toEqual([])
    for (const line of lines) expect(names).toContain(routeToName(nameToRoute(line)))
    for (const [, ...statuses] of Object.values(matrix)) expect(statuses).toHaveLength(callerNames.length)
  })

  test.each(Object.entries(matrix))('%s', async (name, [needed, ...expected]) => {
    const { endsSession: isFresh } = exampleByName[name] ?? {}
    const statuses: number[] = []
    let unused: ExampleCall | undefined
    for (const caller of callerNames) {
      const { userId, headers } = await callers.sign(caller, needed, { isFresh })
      const call: ExampleCall = unused ?? (await makeExample(name, world.shop, userId))
      const reply = await send(name, call, headers)
      statuses.push(reply.status)
      // A refused call consumed nothing, so reuse it; except calls about the caller's own data.
      unused = reply.status === 200 || /\/api\/(profile|sync\/device-keys)\//.test(name) ? undefined : call
      if (reply.status !== 200) expectErrorBody(reply)
      if (reply.status !== 200 || outsiders.includes(caller)) expect(reply.text).not.toContain(world.shop.secret)
    }
    expect(statuses).toEqual(isMadeHere(name) ? expected : expected.map((status) => (status === 200 ? 409 : status)))
  })
})

describe('ids of another shop', () => {
  /** Finds the ids in the path and the body that belong to a shop. */
  const ofNoShop = /status|condition|type|color|user|privilege|entity|take|^id$/i
  const idsOf = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string') return uuid.test(value) && !ofNoShop.test(key) ? [value] : []
    if (Array.isArray(value)) return value.flatMap((item) => idsOf(item, key))
    return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, item]) => idsOf(item, name)) : []
  }
  const names = Object.keys(matrix).filter((name) => nameToRoute(name).path.includes(':shopId') && !nameToRoute(name).path.startsWith('/api/public/'))

  test.each(names)('%s refuses them like ids that nobody has', async (name) => {
    const { userId, headers } = await callers.sign('administratorElsewhere', 'none')
    const [own, foreign] = [await makeExample(name, world.otherShop, userId), await makeExample(name, world.shop, userId)]
    const expectAlike = async (status: number, change: (id: string) => ExampleCall, foreignId: string | undefined) => {
      const ofForeign = await send(name, change(foreignId ?? ''), headers)
      const ofNobody = await send(name, change(nowhere), headers)
      expect([name, ofForeign.status], ofForeign.text).toEqual([name, status])
      expect({ ...(ofForeign.json as object), requestId: '' }).toEqual({ ...(ofNobody.json as object), requestId: '' })
      expect(ofForeign.text).not.toContain(world.shop.secret)
    }
    if (nameToRoute(name).access.who === 'member') {
      const { shopId } = world.shop
      await expectAlike(404, (id) => ({ ...foreign, address: foreign.address.replace(shopId, id) }), shopId)
    }
    const inPath = ({ address }: ExampleCall) =>
      address
        .split('/')
        .filter((part) => uuid.test(part))
        .slice(1)
    for (const [place, id] of inPath(own).entries()) {
      await expectAlike(404, (other) => ({ ...own, address: own.address.replace(id, other) }), inPath(foreign)[place])
    }
    for (const [place, id] of idsOf(own.body).entries()) {
      const withId = (other: string) => JSON.parse(JSON.stringify(own.body).replace(id, other)) as Record<string, unknown>
      await expectAlike(400, (other) => ({ ...own, body: withId(other) }), idsOf(foreign.body)[place])
    }
  })
})

/** view_entity_setting covers own shops only; other shops must look like absent ones. */
test.each(Object.keys(matrix).filter((name) => name.includes(' /api/shops/:id/users')))(
  '%s refuses staff of another shop, whether the shop exists or not',
  async (name) => {
    const userId = await world.shop.addUser({ shopIds: [world.otherShop.shopId], privileges: ['view_entity_setting'] })
    const { headers } = await startSession(world.services, userId)
    const call = await makeExample(name, world.shop, userId)
    const refusal = { code: 'FORBIDDEN', message: errorTable.FORBIDDEN.title, requestId: expect.any(String) }
    for (const id of [world.shop.shopId, nowhere]) {
      const { status, json } = await send(name, { ...call, address: call.address.replace(world.shop.shopId, id) }, headers)
      expect([status, json]).toEqual([403, refusal])
    }
  },
)
