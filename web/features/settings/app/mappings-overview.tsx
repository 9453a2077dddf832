import { Link2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { EntityShopMappingAnswer } from '#schema/api/answers/administration-answers.ts'
import { assignEntityShop, reads, removeEntityShop } from '#web/api/admin-api.ts'
import { formatDate } from '#web/inputs/time/time.ts'
import { CsvLine } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { assignShopFailure } from '../online/failures.ts'
import { mappingsToTable, shopsToTable } from '../online/lists-csv.ts'
import { OnlineData } from '../online/online-list.tsx'
import { dataOf, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { RemoveButton } from '../online/remove-button.tsx'
import { SubHeading } from '../online/section.tsx'
import { ShopLines } from '../shops/shop-badge.tsx'
import { EditShopDialog } from './edit-shop-dialog.tsx'
import { useUnlinkedShops } from './use-unlinked-shops.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-app-texts.ts'

export function MappingsOverview() {
  const mappings = useOnline(reads.mappings)
  const [editedShopId, setEditedShopId] = useState<string>()
  return (
    <>
      <Totals active={dataOf(mappings)?.length} />
      <CreateMapping />
      <div className="mt-5">
        <OnlineData answer={mappings}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={<Link2 />} title={t.mappings.none()} />
            ) : (
              <>
                <CsvLine what={t.mappings.title()} read={() => mappingsToTable(rows)} />
                <ul aria-label={t.mappings.title()} className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
                  {rows.map((mapping) => (
                    <MappingCard key={mapping.id} mapping={mapping} onEdit={() => setEditedShopId(mapping.shop_id)} />
                  ))}
                </ul>
              </>
            )
          }
        </OnlineData>
      </div>
      <UnlinkedShops onEdit={setEditedShopId} />
      {editedShopId !== undefined && <EditShopDialog shopId={editedShopId} onClose={() => setEditedShopId(undefined)} />}
    </>
  )
}

function MappingCard({ mapping, onEdit }: { mapping: EntityShopMappingAnswer; onEdit: () => void }) {
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4">
      <div>
        <h3 className="font-semibold break-words">{mapping.entity_name}</h3>
        <p className="text-sm text-muted">{t.mappings.contact({ name: mapping.contact_name })}</p>
      </div>
      <span className="flex">
        <ShopLines name={mapping.shop_name} code={mapping.shop_code} color={mapping.shop_color} description={mapping.shop_description} />
      </span>
      <p className="text-sm text-muted">{t.mappings.linked({ date: formatDate(mapping.created_at) })}</p>
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <Button onClick={onEdit} aria-label={t.mappings.editShopNamed({ name: mapping.shop_name })}>
          {t.mappings.editShop()}
        </Button>
        <RemoveButton
          act="unlink"
          name={t.mappings.shopFromEntity({ shop: mapping.shop_name, entity: mapping.entity_name })}
          action={{ run: () => removeEntityShop(mapping.entity_id, mapping.shop_id), success: t.assign.shopUnlinked(), failure: t.assign.shopRemoveFailed() }}
          undo={{ run: () => assignEntityShop(mapping.entity_id, mapping.shop_id), success: t.mappings.created(), failure: assignShopFailure }}
        />
      </div>
    </li>
  )
}

function UnlinkedShops({ onEdit }: { onEdit: (shopId: string) => void }) {
  const shops = useUnlinkedShops()
  if (shops === undefined || shops.length === 0) return null
  return (
    <>
      <SubHeading>{t.mappings.without()}</SubHeading>
      <CsvLine what={t.mappings.without()} read={() => shopsToTable(shops)} />
      <ul aria-label={t.mappings.without()} className="divide-y divide-line border-y border-line">
        {shops.map(({ id, name, code, color, description }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2">
            <ShopLines name={name} code={code} color={color} description={description} />
            <Button className="ml-auto" aria-label={t.mappings.editShopNamed({ name })} onClick={() => onEdit(id)}>
              {t.mappings.editShop()}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Totals({ active }: { active: number | undefined }) {
  const entities = dataOf(useOnline(reads.entities))?.length
  const shops = dataOf(useOnline(reads.allShops))?.length
  const totals: [string, number | undefined][] = [
    [t.mappings.totalEntities(), entities],
    [t.mappings.totalShops(), shops],
    [t.mappings.active(), active],
  ]
  return (
    <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-2">
      {totals.map(([label, count]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums">{count ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The chosen row, or the only one before any choice; else ''. */
function findChoice(rows: readonly { id: string }[], chosen: string | undefined): string {
  if (chosen === undefined) return rows.length === 1 ? (rows[0]?.id ?? '') : ''
  return rows.some(({ id }) => id === chosen) ? chosen : ''
}

function CreateMapping() {
  const perform = useOnlineAction()
  const entities = dataOf(useOnline(reads.entities)) ?? []
  const shops = useUnlinkedShops() ?? []
  const [chosen, setChosen] = useState<{ entityId?: string; shopId?: string }>({})
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const entityId = findChoice(entities, chosen.entityId)
  const shopId = findChoice(shops, chosen.shopId)
  const missing = t.mappings.missing()

  const create = async (): Promise<void> => {
    setHasTried(true)
    if (entityId === '' || shopId === '') {
      form.current?.querySelector<HTMLElement>(entityId === '' ? 'select' : 'select[name="shop"]')?.focus()
      return
    }
    setIsBusy(true)
    const outcome = await perform({ run: () => assignEntityShop(entityId, shopId), success: t.mappings.created(), failure: assignShopFailure })
    setIsBusy(false)
    if (!outcome.ok) return
    setChosen({})
    setHasTried(false)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={t.mappings.create()}
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void create()
      }}
    >
      <Field label={t.mappings.entity()} className="max-w-80 flex-1 basis-52" error={hasTried && entityId === '' ? missing : undefined}>
        <Select
          name="entity"
          placeholder={settings.selectEntity()}
          value={entityId}
          options={entities.map(({ id, entity_name }) => ({ value: id, label: entity_name }))}
          onChange={(event) => setChosen({ ...chosen, entityId: event.target.value })}
        />
      </Field>
      <Field label={settings.shop()} className="max-w-80 flex-1 basis-52" error={hasTried && entityId !== '' && shopId === '' ? missing : undefined}>
        <Select
          name="shop"
          placeholder={settings.selectShop()}
          value={shopId}
          options={shops.map(({ id, code, name }) => ({ value: id, label: `${code} – ${name}` }))}
          onChange={(event) => setChosen({ ...chosen, shopId: event.target.value })}
        />
      </Field>
      <Button type="submit" busy={isBusy} className="sm:mt-5.5">
        {t.mappings.create()}
      </Button>
    </form>
  )
}
