import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { accountRoutes } from './administration/account.ts'
import { activityRoutes } from './shop-data/activities.ts'
import { apiDescriptionRoutes } from './api-description.ts'
import { attachmentRoutes } from './files/attachments.ts'
import { authRoutes } from './auth.ts'
import { backupRoutes } from './administration/backups.ts'
import { changesRoutes } from './programs/changes.ts'
import { checklistRoutes } from './shop-data/checklist.ts'
import { assetRoutes, customerRoutes } from './shop-data/customers.ts'
import { deletedRoutes } from './shop-data/deleted.ts'
import { entityRoutes } from './administration/entities.ts'
import { estimateLinkRoutes } from './estimates/customer-link.ts'
import { orderLinkRoutes } from './order-links/order-links.ts'
import { staffOrderLinkRoutes } from './order-links/staff-order-links.ts'
import { messageRoutes } from './messages/messages.ts'
import { estimateRoutes } from './estimates/estimates.ts'
import { invoiceLinkRoutes } from './invoices/invoice-links.ts'
import { invoiceRoutes } from './invoices/invoices.ts'
import { fileContentRoutes, portalFileRoutes } from './files/file-content-routes.ts'
import { exportRoutes } from './tables/exports.ts'
import { importRoutes } from './tables/imports.ts'
import { inventoryRoutes } from './shop-data/inventory.ts'
import { moneyRoutes } from './shop-data/money.ts'
import { orderLineRoutes } from './order-lines/order-lines.ts'
import { orderNoteRoutes } from './order-notes/order-notes.ts'
import { orderRoutes } from './shop-data/orders.ts'
import { peopleRoutes } from './administration/people.ts'
import { portalRoutes } from './portal.ts'
import { purchaseRoutes } from './purchases/purchases.ts'
import { refusedChangeRoutes } from './shop-data/refused-changes.ts'
import { profileRoutes } from './administration/profile-routes.ts'
import type { Route, RouteGroup } from '../registry/registry.ts'
import { restoreRoute } from './shop-data/row-routes.ts'
import { securityEventRoutes } from './administration/security-events.ts'
import { serviceRoutes } from './shop-data/services.ts'
import { shopRoutes } from './administration/shops.ts'
import { stockTakeRoutes } from './stock-takes/stock-takes.ts'
import { syncRoutes } from './sync.ts'
import { systemRoutes } from './system.ts'
import { taskRoutes } from './shop-data/tasks.ts'
import { taxRateRoutes } from './shop-data/tax-rates.ts'
import { testResultRoutes } from './shop-data/results-of-tests.ts'
import { testRoutes } from './shop-data/tests.ts'
import { tillDayRoutes } from './shop-data/till-days.ts'
import { tokenRoutes } from './administration/tokens.ts'
import { userRoutes } from './administration/users.ts'
import { webhookRoutes } from './programs/webhooks.ts'

/** Their routes stand with their other ones. */
const namedInKebabCase: readonly string[] = ['order_lines', 'order_notes', 'test_results', 'purchases', 'purchase_lines', 'stock_counts']

/** Restore needs the same right as delete. */
const restoreRoutes = collectionNames
  .filter((name) => !['nobody', 'rest'].includes(collectionByName[name].access.delete) && !namedInKebabCase.includes(name))
  .map(restoreRoute)

/** Every route, in the order of the API description. A test refuses any other. */
export const routeGroups: readonly RouteGroup[] = [
  { title: 'Sign-in', routes: authRoutes },
  { title: 'Shops', routes: [...shopRoutes, ...profileRoutes] },
  { title: 'Customers', routes: customerRoutes },
  { title: 'Devices of customers', routes: assetRoutes },
  { title: 'Orders', routes: orderRoutes },
  { title: 'Tasks', routes: taskRoutes },
  { title: 'Parts and labour', routes: orderLineRoutes },
  { title: 'Notes of orders', routes: orderNoteRoutes },
  { title: 'Tax rates', routes: taxRateRoutes },
  { title: 'Price list', routes: serviceRoutes },
  { title: 'Tests before and after', routes: [...testRoutes, ...testResultRoutes] },
  { title: 'Payments and costs', routes: moneyRoutes },
  { title: 'Tills', routes: tillDayRoutes },
  { title: 'Estimates', routes: [...estimateRoutes, ...estimateLinkRoutes] },
  { title: 'Invoices', routes: [...invoiceRoutes, ...invoiceLinkRoutes] },
  { title: 'Messages to customers', routes: messageRoutes },
  { title: 'Links of customers to orders', routes: [...staffOrderLinkRoutes, ...orderLinkRoutes] },
  { title: 'Files of orders', routes: [...attachmentRoutes, ...fileContentRoutes] },
  { title: 'Drop-off checklist', routes: checklistRoutes },
  { title: 'Inventory', routes: inventoryRoutes },
  { title: 'Purchases', routes: purchaseRoutes },
  { title: 'Stock takes', routes: stockTakeRoutes },
  { title: 'Entities and employees', routes: entityRoutes },
  { title: 'Users and profile', routes: [...peopleRoutes, ...userRoutes, ...accountRoutes, ...tokenRoutes] },
  { title: 'Security log', routes: securityEventRoutes },
  { title: 'Activities', routes: activityRoutes },
  { title: 'Import and export', routes: [...importRoutes, ...exportRoutes] },
  { title: 'Changes and webhooks', routes: [...changesRoutes, ...webhookRoutes] },
  { title: 'Deleted rows', routes: [...deletedRoutes, ...restoreRoutes] },
  { title: 'Changes not accepted', routes: refusedChangeRoutes },
  { title: 'Customer portal', routes: [...portalRoutes, ...portalFileRoutes] },
  { title: 'Sync of devices', routes: syncRoutes },
  { title: 'Operation', routes: [...systemRoutes, ...backupRoutes, ...apiDescriptionRoutes(() => routeGroups)] },
]

export const allRoutes: readonly Route[] = routeGroups.flatMap(({ routes }) => routes)
