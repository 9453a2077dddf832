import { activityRoutes } from './activities.ts'
import { authRoutes } from './auth.ts'
import { checklistRoutes } from './checklist.ts'
import { customerRoutes } from './customers.ts'
import { moneyRoutes } from './money.ts'
import { orderRoutes } from './orders.ts'
import { peopleRoutes } from './people.ts'
import type { Route } from './registry.ts'
import { shopRoutes } from './shops.ts'
import { taskRoutes } from './tasks.ts'

/** Every route but those of sync: what mounts them, describes them and tests their access reads this list. */
export const restRoutes: readonly Route[] = [
  ...authRoutes,
  ...shopRoutes,
  ...peopleRoutes,
  ...customerRoutes,
  ...orderRoutes,
  ...taskRoutes,
  ...moneyRoutes,
  ...checklistRoutes,
  ...activityRoutes,
]
