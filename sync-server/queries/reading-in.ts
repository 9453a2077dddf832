import { readerOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'

/** For one request that changes nothing and reads in these shops; their rows may come from a replica that knows all that was committed. */
export function readingIn(services: Services, shopIds: readonly string[]): Services {
  const reader = readerOf(services.reader, shopIds)
  return reader === services.reader ? services : { ...services, reader }
}
