import { ClipboardList, Coins, FileText, ListChecks, type LucideIcon, NotebookPen, Receipt, RotateCcw, Smartphone, User, Wrench } from 'lucide-react'
import type { RestorableCollection } from '#schema/api/deleted.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { Column } from '#web/ui/tables/table-model.ts'
import type { DeletedEntry } from './deleted-entries.ts'
import { kindLabels, needsToText, wentWithToText } from './deleted-words.ts'
import { things } from '#web/language/thing-texts.ts'
import { t } from './deleted-texts.ts'

const iconByKind: Readonly<Record<RestorableCollection, LucideIcon>> = {
  orders: ClipboardList,
  customers: User,
  tasks: ListChecks,
  payments: Coins,
  costs: Receipt,
  assets: Smartphone,
  order_lines: Wrench,
  estimates: FileText,
  order_notes: NotebookPen,
}

type Options = {
  dateTime: (instant: string) => string
  busyIds: ReadonlySet<string>
  onRestore: (entry: DeletedEntry) => void
}

export function createDeletedColumns({ dateTime, busyIds, onRestore }: Options): Column<DeletedEntry>[] {
  return [
    { key: 'what', header: t.what(), card: 'title', cell: (entry) => <What entry={entry} /> },
    { key: 'with', header: t.with(), width: 'var(--deleted-with)', className: 'whitespace-normal', cell: ({ wentWith }) => wentWithToText(wentWith) },
    {
      key: 'deleted',
      header: t.deletedAt(),
      width: 'var(--deleted-when)',
      className: 'whitespace-normal',
      cell: ({ deletedAt }) => <span className="tabular-nums">{dateTime(deletedAt)}</span>,
    },
    { key: 'by', header: t.by(), width: 'var(--deleted-by)', cell: ({ deletedBy }) => deletedBy },
    {
      key: 'action',
      header: <span className="sr-only">{t.restore()}</span>,
      width: 'var(--deleted-action)',
      className: 'whitespace-normal',
      align: 'right',
      card: 'corner',
      cell: (entry) => <Action entry={entry} isBusy={busyIds.has(entry.id)} onRestore={onRestore} />,
    },
  ]
}

function What({ entry }: { entry: DeletedEntry }) {
  const { collection, title, details, needs, state } = entry
  const Icon = iconByKind[collection]
  return (
    <span className="flex min-w-0 items-center gap-3 py-1.5 max-sm:items-start">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block truncate font-semibold max-sm:line-clamp-2 max-sm:whitespace-normal" title={title}>
          {title === '' ? kindLabels[collection] : title}
        </span>
        <span className="block truncate text-sm font-normal text-muted max-sm:line-clamp-2 max-sm:whitespace-normal">
          {[kindLabels[collection], ...details].join(' · ')}
        </span>
        {needs !== null && (
          <span className="line-clamp-2 text-sm font-normal whitespace-normal text-warn-ink">
            {needsToText(needs.collection, needs.title !== null && details.includes(needs.title) ? null : needs.title)}
          </span>
        )}
        {state === 'unsent' && <span className="block text-sm font-normal text-muted">{t.notSent()}</span>}
      </span>
    </span>
  )
}

function Action({ entry, isBusy, onRestore }: { entry: DeletedEntry; isBusy: boolean; onRestore: (entry: DeletedEntry) => void }) {
  const { collection, title, needs, mayRestore, state } = entry
  if (state === 'returning' && !isBusy) return <span className="text-sm text-muted">{t.restoring()}</span>
  if (!mayRestore || (needs !== null && needs.title === null)) return null
  const name = { noun: things.one[collection](), title }
  return (
    <Button busy={isBusy} className="px-3" aria-label={needs === null ? t.restoreNamed(name) : t.restoreBothNamed(name)} onClick={() => onRestore(entry)}>
      <RotateCcw aria-hidden="true" />
      {needs === null ? t.restore() : t.restoreBoth()}
    </Button>
  )
}
