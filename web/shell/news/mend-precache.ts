/** Stored with the app and requested by no page, so where it is missing, the cache storage was emptied. */
const sentinelPath = '/icons/maskable-512.png'

/**
 * Fetches what the service worker should hold and lost: each answer that has the right hash is stored by the worker. Without that the
 * app would not open offline until its next version.
 */
export async function mendPrecache(): Promise<void> {
  if (navigator.serviceWorker.controller === null || (await isStored(sentinelPath))) return
  const answer = await fetch('/precache.json', { cache: 'no-store' })
  const paths: unknown = answer.ok ? await answer.json() : []
  if (!Array.isArray(paths)) return
  // The sentinel comes last, so that a run that stops half-way begins anew at the next start.
  const missing = paths.filter((path): path is string => typeof path === 'string' && path !== sentinelPath)
  for (const path of [...missing, sentinelPath]) await fetch(path)
}

const isStored = async (path: string): Promise<boolean> => (await caches.match(path, { ignoreSearch: true })) !== undefined
