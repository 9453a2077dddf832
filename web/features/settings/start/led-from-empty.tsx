import { reads } from '#web/api/admin-api.ts'
import { Navigate } from '#web/navigation/link.tsx'
import { dataOf, OnlineWork, useOnline } from '../online/online-work.tsx'

/** Redirects an administrator to the setup guide while the installation has no shop. */
export function LedFromEmpty({ startPath }: { startPath: string }) {
  return (
    <OnlineWork>
      <Led startPath={startPath} />
    </OnlineWork>
  )
}

function Led({ startPath }: { startPath: string }) {
  const shops = dataOf(useOnline(reads.allShops))
  return shops?.length === 0 ? <Navigate to={startPath} replace /> : null
}
