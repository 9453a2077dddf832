import { Merge, UserPlus, Users } from 'lucide-react'
import { toPlaceText } from '#schema/rules/customers/address-lines.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import type { CustomerListRow } from '#web/device/lists/list-queries.ts'
import { useCustomersPage, useWholeLists } from '#web/device/react/use-lists.ts'
import { PhoneText } from '#web/inputs/customer-line.tsx'
import { isAnyTime } from '#web/inputs/time/day-presets.ts'
import { CsvItem } from '#web/list-kit/csv-button.tsx'
import { CoverageNote } from '#web/list-kit/coverage-note.tsx'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { useHeldList } from '#web/list-kit/use-held-list.ts'
import { useKeptPage } from '#web/list-kit/use-kept-page.ts'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { DaysFilter, ListFilters, ListMenu } from '#web/list-kit/list-tools.tsx'
import { ListTrouble, SearchFilter, StaleNote } from '#web/list-kit/view-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import type { Column } from '#web/ui/tables/table-model.ts'
import { useAuth } from '#web/session/session.ts'
import { toCustomersTable } from './customers-csv.ts'
import { addTypedCustomer } from './typed-customer.ts'
import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './customers-texts.ts'
import { useDuplicateGroups } from './merge/use-duplicates.ts'

type CustomersFilters = { search: string; from: string | null; to: string | null; page: number }

const noCustomersFilters: CustomersFilters = { search: '', from: null, to: null, page: 1 }

const customersFiltersCodec = {
  read: (params: URLSearchParams): CustomersFilters => ({
    search: params.get('q') ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params.get('page')),
  }),
  write: ({ search, from, to, page }: CustomersFilters): string => valuesToSearch({ q: search, from, to, page: page === 1 ? null : page }),
}

const isFilteringCustomers = ({ search, from, to }: CustomersFilters): boolean => search.trim() !== '' || from !== null || to !== null

// Fits fifteen grouped digits; the country code wraps onto its own line.
const columnWidths = '[--customers-email:28%] [--customers-phone:12.5rem] max-lg:[--customers-email:33%] max-lg:[--customers-phone:10.75rem]'
const phone = 'leading-tight tabular-nums whitespace-normal max-lg:text-sm'
const twoLines = 'line-clamp-2 whitespace-normal leading-tight'

const columns: readonly Column<CustomerListRow>[] = [
  {
    key: 'name',
    header: common.name(),
    isLink: true,
    cell: (row) => <NameAndPlace {...row} />,
  },
  {
    key: 'phone',
    header: common.phone(),
    width: 'var(--customers-phone)',
    className: phone,
    cell: ({ customer }) => <PhoneText countryCode={customer.countryCode} phone={customer.phone} />,
  },
  {
    key: 'alternatePhone',
    header: t.altPhone(),
    width: 'var(--customers-phone)',
    className: phone,
    cell: ({ customer }) => <PhoneText countryCode={customer.alternateCountryCode} phone={customer.alternatePhone} />,
  },
  {
    key: 'email',
    header: common.email(),
    width: 'var(--customers-email)',
    className: 'max-lg:text-sm',
    cell: ({ customer }) =>
      customer.email === null ? null : (
        <span title={customer.email} className="block truncate">
          {customer.email}
        </span>
      ),
  },
]

/** A company and address take the name's second line. */
function NameAndPlace({ customer, isUnsent }: CustomerListRow) {
  const place = toPlaceText(customer)
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 leading-tight">
        <span title={customer.name} className={place === '' ? cn('truncate', twoLines) : 'block truncate'}>
          {customer.name}
        </span>
        {place !== '' && (
          <span title={place} className="block truncate text-sm font-normal text-muted">
            {place}
          </span>
        )}
      </span>
      {isUnsent && <UnsentMark />}
    </span>
  )
}

/** The customer list; a row opens the customer's orders. */
export function CustomersView({ shopId }: { shopId: string }) {
  const [filters, changeFilters] = useUrlFilters(customersFiltersCodec)
  const { hasPrivilege } = useAuth()
  const list = useCustomersPage({ shopId, ...filters, pageSize })
  const { state, total, shopTotal, rows, isStale, sortAnew, coverage } = list
  const whole = useWholeLists()
  const holding = useHeldList(list)
  useKeptPage({ isReady: state === 'ready', page: filters.page, pageSize, total, onPageChange: (page) => changeFilters({ page }) })
  const isFiltered = isFilteringCustomers(filters)
  const toPath = ({ customer }: CustomerListRow): string => dashboardPath({ shopId, tab: 'orders', customerId: customer.id })
  const wanted = filters.search.trim()
  const addCustomer = () => (wanted === '' ? openDialog({ kind: 'customer-add' }) : void addTypedCustomer(wanted))
  const clear = () => {
    changeFilters(noCustomersFilters)
    focusMain()
  }

  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        aside={
          <>
            <CountBadge count={shopTotal} label={t.count()} isExact />
            {isStale && <StaleNote onSortAnew={sortAnew} />}
          </>
        }
        actions={
          <Button onClick={addCustomer}>
            <UserPlus aria-hidden="true" className="max-sm:hidden" />
            {t.add()}
          </Button>
        }
        filters={
          <>
            <SearchFilter label={t.searchLabel()} placeholder={t.searchHint()} value={filters.search} onChange={changeFilters} />
            <ListFilters activeCount={isAnyTime(filters) ? 0 : 1} onClear={isFiltered ? clear : undefined}>
              <DaysFilter label={t.created()} from={filters.from} to={filters.to} onChange={changeFilters} />
            </ListFilters>
            <span className="ml-auto flex shrink-0">
              <ListMenu>
                {hasPrivilege('delete_customer') && (
                  <MenuItem icon={<Merge aria-hidden="true" />} onSelect={() => openDialog({ kind: 'customer-duplicates' })}>
                    {t.duplicates()} <DuplicatesCount shopId={shopId} />
                  </MenuItem>
                )}
                <CsvItem shopId={shopId} what={t.title()} read={async () => toCustomersTable(await whole.customers({ shopId, ...filters, pageSize }))} />
              </ListMenu>
            </span>
          </>
        }
      />
      <div className={cn('flex min-h-0 flex-1 flex-col', columnWidths)} {...holding}>
        <DataTable
          label={t.title()}
          className="flex-1"
          columns={columns}
          rows={rows}
          rowKey={({ customer }) => customer.id}
          rowTone={({ changedAt }) => (changedAt === null ? undefined : 'changed')}
          rowHref={toPath}
          onOpen={(row) => navigate(toPath(row))}
          isLoading={state === 'loading'}
          loadingText={t.loading()}
          totalRows={total}
          firstRowIndex={(filters.page - 1) * pageSize}
          empty={
            state === 'failed' ? (
              <ListTrouble onRetry={sortAnew} />
            ) : (
              <EmptyState
                icon={<Users />}
                title={t.notFound()}
                text={isFiltered ? undefined : t.noneText()}
                action={
                  isFiltered ? (
                    <div className="flex flex-wrap justify-center gap-2">
                      <Button onClick={clear}>{t.clearFilters()}</Button>
                      {wanted !== '' && (
                        <Button variant="primary" onClick={addCustomer} className="max-w-full">
                          <span className="truncate">{t.addTyped({ text: wanted })}</span>
                        </Button>
                      )}
                    </div>
                  ) : (
                    <Button variant="primary" onClick={() => openDialog({ kind: 'customer-add' })}>
                      {t.addFirst()}
                    </Button>
                  )
                }
              />
            )
          }
        />
      </div>
      <CoverageNote coverage={coverage} noun={t.count()} isFiltered={isFiltered} />
      {(state === 'ready' || total > 0) && (
        <Pagination page={filters.page} pageSize={pageSize} total={total} onPageChange={(page) => changeFilters({ page })} className="border-t border-line" />
      )}
    </section>
  )
}

/** The number of duplicate groups, shown at the link to them. */
function DuplicatesCount({ shopId }: { shopId: string }) {
  const found = useDuplicateGroups(shopId, 'at-rest')
  return found.state === 'ready' ? <CountBadge count={found.groups.length} tone="warn" /> : null
}
