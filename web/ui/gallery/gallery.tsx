// Every part of the kit on one page, for looking at: `npm run dev`, then /ui/gallery.html. Not part of the build.
import './gallery.css'
import { CalendarClock, ClipboardList, Clock, LogOut, Package, Plus, RefreshCw, Trash2, User, Users } from 'lucide-react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Chip, type ChipTone, CountBadge, Dot, Tag } from '../layout/badge.tsx'
import { BottomBar, bottomBarItemClass } from '../layout/bottom-bar.tsx'
import { Button } from '../controls/button.tsx'
import { ConfirmRow } from '../overlays/confirm-row.tsx'
import { DataTable } from '../tables/data-table.tsx'
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '../overlays/dropdown-menu.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { FilterChip } from '../tables/filter-chip.tsx'
import { Fields, SheetDemo } from './gallery-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Kbd } from '../keys/kbd.tsx'
import { NavTabs, navTabClass } from '../layout/nav-tabs.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { Pagination } from '../tables/pagination.tsx'
import { SearchField } from '../controls/search-field.tsx'
import { Select } from '../controls/select.tsx'
import { PageSpinner } from '../layout/spinner.tsx'
import type { Column } from '../tables/table-model.ts'
import { showToast } from '../overlays/toast-store.ts'
import { ToastViewport } from '../overlays/toast-viewport.tsx'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { type ThemeChoice, useTheme } from '../use-theme.ts'

type Order = { id: number; customer: string; device: string; issue: string; status: string; tone: ChipTone; days: number; quote: string }

const statuses: [string, ChipTone][] = [
  ['New', 'new'],
  ['In progress', 'work'],
  ['Waiting for parts', 'waiting'],
  ['Repaired', 'done'],
  ['Picked up', 'closed'],
]
const orders: Order[] = Array.from({ length: 12 }, (_, id) => {
  const [status = '', tone = 'neutral'] = statuses[id % 5] ?? []
  return {
    id,
    customer: ['Ana Souza', 'Bram de Vries', 'Chiara Lombardi', 'Muhammad Abdul-Rahman Al-Farouqi'][id % 4] ?? '',
    device: ['iPhone 13 128 GB', 'Dyson V11', 'ThinkPad T480s', 'Bosch kettle'][id % 4] ?? '',
    issue: ['Does not charge, port is loose and the screen has a crack in the corner', 'Cuts out', 'No boot'][id % 3] ?? '',
    status,
    tone,
    days: id * 2,
    quote: (49 + id * 17.5).toFixed(2),
  }
})

const columns: Column<Order>[] = [
  { key: 'customer', header: 'Customer', cell: (row) => row.customer, card: 'title' },
  {
    key: 'item',
    header: 'Item',
    card: 'plain',
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-1.5">
        {row.id % 4 === 0 && <Tag tone="danger">Priority</Tag>}
        {row.id % 5 === 1 && <Tag tone="warn">Repeat</Tag>}
        <span className="truncate">{row.device}</span>
        {row.id === 2 && <Clock role="img" aria-label="Not sent yet" className="size-4 shrink-0 text-warn-ink" />}
      </span>
    ),
  },
  { key: 'issue', header: 'Issue', cell: (row) => row.issue, card: 'hidden' },
  {
    key: 'status',
    header: 'Status',
    width: '15rem',
    card: 'corner',
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <Chip tone={row.tone}>{row.status}</Chip>
        <span className="inline-flex items-center gap-1 text-sm text-muted tabular-nums">
          <Dot tone={row.days < 3 ? 'ok' : row.days < 9 ? 'warn' : 'danger'} />
          {row.days} d
        </span>
      </span>
    ),
  },
  { key: 'quote', header: 'Quote', width: '7rem', align: 'right', cell: (row) => row.quote },
]

function Gallery() {
  const { theme, setTheme } = useTheme()
  const [dialog, setDialog] = useState<'sm' | 'md' | 'sheet' | null>(null)
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(1)
  const [state, setState] = useState<'rows' | 'loading' | 'empty'>('rows')
  useHotkeys({ n: () => setDialog('sheet'), 'g c': () => showToast({ title: 'g c' }) })
  return (
    <main className="pb-20">
      <div className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-3">
        <Dot tone="accent" />
        <span className="font-semibold">Lab North</span>
        <NavTabs label="Views" className="max-sm:hidden">
          <a href="#c" className={navTabClass()}>
            Customers
          </a>
          <a href="#o" aria-current="page" className={navTabClass()}>
            Orders
            <CountBadge count={128} />
          </a>
          <a href="#t" className={navTabClass()}>
            Tasks
            <CountBadge count={7} />
          </a>
        </NavTabs>
        <div className="ml-auto flex items-center gap-1">
          <Button variant="primary" onClick={() => setDialog('sheet')}>
            <Plus aria-hidden="true" />
            New
          </Button>
          <IconButton label="Refresh" icon={<RefreshCw aria-hidden="true" />} />
          <DropdownMenu trigger={<IconButton label="User menu" icon={<User aria-hidden="true" />} />}>
            <MenuItem icon={<User aria-hidden="true" />} onSelect={() => showToast({ title: 'Profile', description: 'A plain toast with a second line.' })}>
              Profile
            </MenuItem>
            <MenuSeparator />
            <MenuChoice
              label="Theme"
              showLabel
              value={theme}
              onValueChange={(value) => setTheme(value as ThemeChoice)}
              options={[
                { value: 'system', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
            <MenuSeparator />
            <MenuItem
              icon={<LogOut aria-hidden="true" />}
              tone="danger"
              onSelect={() =>
                showToast({ title: 'Failed to save', description: 'Phone is required', tone: 'destructive', action: { label: 'Retry', onPress: () => {} } })
              }
            >
              Logout
            </MenuItem>
          </DropdownMenu>
        </div>
      </div>

      <PageHeader
        title="Orders"
        aside={<CountBadge count={128} label="orders" />}
        actions={
          <>
            <Button onClick={() => setState(state === 'rows' ? 'loading' : state === 'loading' ? 'empty' : 'rows')}>Next state</Button>
            <Button onClick={() => setDialog('sm')}>Small dialog</Button>
            <Button onClick={() => setDialog('md')}>Dialog</Button>
          </>
        }
        filters={
          <>
            <SearchField label="Search orders" placeholder="Search" value={query} onValueChange={setQuery} className="w-72 max-sm:w-full" />
            <Select aria-label="Status" placeholder="All statuses" options={statuses.map(([label]) => ({ value: label, label }))} className="w-52" />
          </>
        }
        chips={
          <>
            <span className="text-sm text-muted">Showing Filtered Results</span>
            <FilterChip name="Status: New" onRemove={() => {}}>
              Status: New
            </FilterChip>
            <Button variant="ghost">Clear</Button>
          </>
        }
      />
      <DataTable
        label="Orders"
        columns={columns}
        rows={state === 'rows' ? orders : []}
        rowKey={(row) => String(row.id)}
        onOpen={(row) => showToast({ title: row.customer })}
        rowTone={(row) => (row.id === 3 ? 'changed' : row.id === 6 ? 'attention' : undefined)}
        isLoading={state === 'loading'}
        loadingText="Loading orders..."
        skeletonCount={6}
        empty={
          <EmptyState
            icon={<ClipboardList />}
            title="No orders found"
            text="Orders of this shop appear here."
            action={<Button variant="primary">Add the first order</Button>}
          />
        }
      />
      <Pagination page={page} pageSize={20} total={20190} onPageChange={setPage} />

      <section className="mt-8 grid gap-6 px-4">
        <div className="flex flex-wrap gap-3">
          <Button variant="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button variant="primary" size="lg">
            Large
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          {statuses.map(([label, tone]) => (
            <Chip key={label} tone={tone}>
              {label}
            </Chip>
          ))}
          <Chip tone="accent" icon={<CalendarClock aria-hidden="true" />}>
            Due today
          </Chip>
          <Kbd keys="g o" />
          <Kbd keys="/" />
        </div>
        <ConfirmRow label="Delete" icon={<Trash2 aria-hidden="true" />} question="Are you sure you want to delete this order?" onConfirm={() => {}} />
        <Fields />
        <PageSpinner />
      </section>

      <BottomBar label="Views" className="lg:hidden">
        {[[Users, 'Customers'] as const, [ClipboardList, 'Orders'] as const, [CalendarClock, 'Tasks'] as const, [Package, 'Inventory'] as const].map(
          ([Icon, name]) => (
            <a key={name} href={`#${name}`} aria-current={name === 'Orders' ? 'page' : undefined} className={bottomBarItemClass()}>
              <Icon aria-hidden="true" />
              {name}
            </a>
          ),
        )}
      </BottomBar>
      {dialog && <SheetDemo open size={dialog} onClose={() => setDialog(null)} />}
      <ToastViewport />
    </main>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
