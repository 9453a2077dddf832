import { FileUp, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Service } from '#schema/collections/stock/services.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { serviceHeader, servicesToCells, type ReadServices, readServiceRows, type ServiceAct } from '#schema/rules/services/service-rows.ts'
import { findServices } from '#schema/rules/services/service-choice.ts'
import { saveShopProfile } from '#web/api/admin-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { Column } from '#web/ui/tables/table-model.ts'
import { minutesToText } from '#schema/values/services/minutes-text.ts'
import { ServiceDialog } from '#web/features/services/service-dialog.tsx'
import { countToText, readLanguage } from '#web/language/staff-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../shops/settings-shop-texts.ts'
import type { Device } from '#web/device/device-types.ts'
import { readTable } from '../tables/read-file.ts'
import { shopWriting } from '#web/inputs/shop-amounts.ts'

type Rows = Pick<Device, 'rows' | 'write'>

/** Lines of one mutation: small enough for other writes to get through between them. */
const linesAtOnce = 100

type ImportedServices = Pick<ReadServices, 'same' | 'refused'> & { added: number; changed: number }

/** Reads a CSV into the shop's price list. It is written on this device and sent like any other change. @throws Error for a file that cannot be read */
async function importServices(device: Rows, shopId: string, bytes: Uint8Array): Promise<ImportedServices> {
  const { header, lines } = readTable(bytes)
  const shelf = await readShelf(device, shopId)
  const { acts, same, refused } = readServiceRows(header, lines, shelf, shopWriting().mark)
  for (let start = 0; start < acts.length; start += linesAtOnce) await device.write(shopId, acts.slice(start, start + linesAtOnce).map(toOp))
  const added = acts.filter((act) => 'values' in act).length
  return { added, changed: acts.length - added, same, refused }
}

async function readShelf({ rows }: Pick<Device, 'rows'>, shopId: string) {
  const [services, products, rates] = await Promise.all([rows.list('services', shopId), rows.list('products', shopId), rows.list('tax_rates', shopId)])
  return { services, products, rates }
}

const toOp = (act: ServiceAct) =>
  'values' in act
    ? ({ action: 'create', collection: 'services', values: act.values } as const)
    : ({ action: 'update', collection: 'services', id: act.id, values: act.changes } as const)

/** More are found by another word. */
const shownServices = 200

type Asked = { serviceId?: string; before?: Service }

/** The shop's repairs with their prices. Everybody may look things up; who may change the shop's settings writes. */
export function PriceList({ shop }: { shop: BootstrapShop }) {
  const shopId = shop.id
  const device = useDevice()
  const mayWrite = useAuth().hasPrivilege('view_shop_setting')
  const services = useShopRows('services', shopId)
  const [query, setQuery] = useState('')
  const [withArchived, setWithArchived] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [lastId, setLastId] = useState<string>()
  const found = useMemo(
    () =>
      findServices(
        (services ?? []).filter(({ archived }) => withArchived || !archived),
        query,
      ),
    [services, query, withArchived],
  )
  const columns = useColumns()
  const hasArchived = services?.some(({ archived }) => archived) === true
  return (
    <section aria-label={t.prices.title()}>
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <div className="min-w-52 flex-1">
          <SearchField label={t.prices.search()} placeholder={t.prices.searchHint()} value={query} onValueChange={setQuery} />
        </div>
        {hasArchived && <Checkbox label={settings.archived()} checked={withArchived} onChange={({ target }) => setWithArchived(target.checked)} />}
        <CsvButton
          shopId={shopId}
          what={t.prices.title()}
          read={async () => {
            const shelf = await readShelf(device, shopId)
            return { header: serviceHeader, rows: servicesToCells({ ...shelf, services: findServices(shelf.services, '') }) }
          }}
        />
        {mayWrite && <ImportButton shopId={shopId} />}
        {mayWrite && (
          <Button onClick={() => setAsked({ before: services?.find(({ id }) => id === lastId) })}>
            <Plus aria-hidden="true" />
            {t.prices.addService()}
          </Button>
        )}
      </div>
      <DataTable
        label={t.prices.services()}
        columns={columns}
        rows={found.slice(0, shownServices)}
        rowKey={({ id }) => id}
        onOpen={mayWrite ? ({ id }) => setAsked({ serviceId: id }) : undefined}
        isLoading={services === undefined}
        loadingText={t.prices.loading()}
        empty={<EmptyState title={query === '' ? t.prices.none() : t.prices.noneFound()} text={query === '' ? t.prices.noneText() : ''} />}
      />
      {found.length > shownServices && (
        <p className="py-2 text-sm text-muted">{t.prices.shownOf({ shown: countToText(shownServices), all: countToText(found.length) })}</p>
      )}
      {mayWrite && <PublicPrices shop={shop} />}
      {asked !== undefined && (
        <ServiceDialog
          key={asked.serviceId ?? 'new'}
          shopId={shopId}
          serviceId={asked.serviceId}
          before={asked.before}
          onAdded={setLastId}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

function useColumns(): readonly Column<Service>[] {
  const { money } = useShopFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        header: t.prices.repair(),
        card: 'title',
        cell: ({ name, archived }) =>
          archived ? (
            <span className="text-muted">
              {name} <Chip>{settings.archived()}</Chip>
            </span>
          ) : (
            name
          ),
      },
      { key: 'device', header: t.prices.device(), card: 'plain', cell: ({ brand, model }) => [brand, model].filter(Boolean).join(' ') || t.prices.anyDevice() },
      {
        key: 'minutes',
        header: t.prices.time(),
        align: 'right',
        width: '7rem',
        card: 'foot',
        cell: ({ minutes }) => (minutes === null ? '' : minutesToText(minutes, readLanguage())),
      },
      {
        key: 'warranty',
        header: t.prices.warranty(),
        align: 'right',
        width: '8rem',
        card: 'foot',
        cell: ({ warrantyDays }) =>
          warrantyDays === null ? t.prices.warrantyUsual() : warrantyDays === 0 ? t.prices.warrantyNone() : t.prices.warrantyDays({ count: warrantyDays }),
      },
      { key: 'price', header: t.prices.price(), align: 'right', width: '8rem', card: 'corner', cell: ({ price }) => (price === null ? '' : money(price)) },
    ],
    [money],
  )
}

function ImportButton({ shopId }: { shopId: string }) {
  const device = useDevice()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<ImportedServices>()
  const read = async (file: File | undefined): Promise<void> => {
    if (input.current) input.current.value = ''
    if (file === undefined) return
    setIsBusy(true)
    setResult(undefined)
    const outcome = await runAction({
      run: async () => importServices(device, shopId, new Uint8Array(await file.arrayBuffer())),
      success: ({ added, changed, same }) => ({ title: t.prices.read(), description: t.prices.readText({ added, changed, same }) }),
      failure: t.prices.readFailed(),
    })
    if (outcome.ok) setResult(outcome.value)
    setIsBusy(false)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={t.prices.csvFile()}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Button busy={isBusy} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {t.prices.importCsv()}
      </Button>
      {result !== undefined && result.refused.length > 0 && (
        <div role="alert" className="w-full rounded-md bg-sunken px-3 py-2.5 text-sm">
          <p className="font-semibold">{t.prices.refused({ count: result.refused.length })}</p>
          <ul>
            {result.refused.slice(0, 20).map(({ line, reason }) => (
              <li key={line}>{t.prices.refusedLine({ line: String(line), reason })}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function PublicPrices({ shop }: { shop: BootstrapShop }) {
  const { publicPrices } = shopToProfile(shop)
  const save = (isPublic: boolean) =>
    runAction({
      run: () => saveShopProfile(shop.id, { publicPrices: isPublic }),
      success: isPublic ? t.prices.nowPublic() : t.prices.nowPrivate(),
      failure: t.prices.publicFailed(),
    })
  return (
    <div className="mt-4 border-t border-line pt-3">
      <Checkbox
        label={t.prices.public()}
        hint={t.prices.publicHint({ address: `/${shop.code}/prices` })}
        checked={publicPrices}
        onChange={({ target }) => void save(target.checked)}
      />
    </div>
  )
}
