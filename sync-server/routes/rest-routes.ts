import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { activityRoutes } from './activities.ts'
import { authRoutes } from './auth.ts'
import { checklistRoutes } from './checklist.ts'
import { customerRoutes } from './customers.ts'
import { deletedRoutes } from './deleted.ts'
import { entityRoutes } from './entities.ts'
import { inventoryRoutes } from './inventory.ts'
import { moneyRoutes } from './money.ts'
import { orderRoutes } from './orders.ts'
import { peopleRoutes } from './people.ts'
import { portalRoutes } from './portal.ts'
import { refusedChangeRoutes } from './refused-changes.ts'
import type { Route } from './registry.ts'
import { restoreRoute } from './row-routes.ts'
import { shopRoutes } from './shops.ts'
import { taskRoutes } from './tasks.ts'
import { userRoutes } from './users.ts'

/** What a person may delete, by push or by REST, a person with the same right may bring back. */
const restoreRoutes = collectionNames.filter((name) => !['nobody', 'rest'].includes(collectionByName[name].access.delete)).map(restoreRoute)

/** Every route but those of sync: what mounts them, describes them and tests their access reads this list. */
export const restRoutes: readonly Route[] = [
  ...authRoutes,
  ...shopRoutes,
  ...entityRoutes,
  ...userRoutes,
  ...peopleRoutes,
  ...customerRoutes,
  ...orderRoutes,
  ...taskRoutes,
  ...moneyRoutes,
  ...inventoryRoutes,
  ...checklistRoutes,
  ...activityRoutes,
  ...deletedRoutes,
  ...refusedChangeRoutes,
  ...portalRoutes,
  ...restoreRoutes,
]
