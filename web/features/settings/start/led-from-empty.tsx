import { reads } from '#web/api/admin-api.ts'
import { Navigate } from '#web/navigation/link.tsx'
import { dataOf, OnlineWork, useOnline } from '../online/online-work.tsx'

/** Leads an administrator to the guide where nobody has made a shop yet. Where others have, the page that it is on stays. */
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
