import { Archive, ArchiveRestore } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'

type ArchiveLineProps = {
  isArchived: boolean
  isBusy: boolean
  /** Stores what is typed with it. */ onChange: (isArchived: boolean, form: HTMLFormElement | null) => void
}

/** Below a product's fields: out of the way with it, or back (nothing of it is lost either way). */
export function ArchiveLine({ isArchived, isBusy, onChange }: ArchiveLineProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4">
      <Button disabled={isBusy} onClick={(event) => onChange(!isArchived, event.currentTarget.form)}>
        {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
        {isArchived ? 'Bring back' : 'Archive'}
      </Button>
      <p className="min-w-48 flex-1 text-sm text-muted">
        {isArchived
          ? 'This product is archived: lists, searches and totals leave it out.'
          : 'Leaves it out of lists, searches and totals until it is brought back.'}
      </p>
    </div>
  )
}
