import { authRoutes } from './auth.ts'
import type { Route } from './registry.ts'

/** Every route but those of sync: what mounts them, describes them and tests their access reads this list. */
export const restRoutes: readonly Route[] = [...authRoutes]
