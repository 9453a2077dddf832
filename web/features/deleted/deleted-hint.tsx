import { Link } from '#web/navigation/link.tsx'
import { restorableDays } from '#schema/rules/merge/restore.ts'
import { deletedPath } from '#web/navigation/paths.ts'

/** Beside a button that deletes: it can be undone, and where. */
export function DeletedHint({ shopId }: { shopId: string }) {
  return (
    <p className="px-3 text-sm text-muted">
      Can be brought back for {restorableDays} days from{' '}
      <Link to={deletedPath(shopId)} className="-my-3 inline-block py-3 text-accent-ink underline-offset-2 hover:underline">
        Recently deleted
      </Link>
    </p>
  )
}
