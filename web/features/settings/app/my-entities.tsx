import { useState } from 'react'
import { reads } from '#web/api/admin-api.ts'
import { Chip } from '#web/ui/layout/badge.tsx'
import { cn } from '#web/ui/cn.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { AddEmployee } from '../employees/add-employee.tsx'
import { EmployeeList } from '../employees/employee-list.tsx'
import { linkedShopsToTable } from '../online/lists-csv.ts'
import { OnlineData, OnlineList } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { SubHeading } from '../online/section.tsx'
import { ShopLines } from '../shops/shop-badge.tsx'
import { useChosenEntity } from './chosen-entity.tsx'
import { t } from './settings-app-texts.ts'

/** The user's entities: their members manage its employees and see its shops. */
export function MyEntities() {
  const entities = useOnline(reads.myEntities)
  const { find, choose, chosenId } = useChosenEntity()
  // A preselected entity counts as not pressed, so that the first press does not close it.
  const [pressedId, setPressedId] = useState<string>()
  return (
    <OnlineData answer={entities}>
      {(rows) => {
        if (rows.length === 0) return <EmptyState title={t.entity.noneOfMine()} text={t.entity.noneOfMineText()} />
        // Undefined if it was removed meanwhile.
        const chosen = find(rows)
        return (
          <>
            <ul aria-label={t.entity.mine()} className="flex flex-wrap gap-2">
              {rows.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    aria-pressed={row === chosen}
                    onClick={() => {
                      const closes = row.id === chosenId && row.id === pressedId
                      setPressedId(closes ? undefined : row.id)
                      choose(closes ? '' : row.id)
                    }}
                    className={cn(
                      'min-h-13 rounded-md border border-line-strong bg-surface px-4 py-1.5 text-left hover:bg-hover',
                      row === chosen && 'border-accent bg-accent-soft hover:bg-accent-soft',
                    )}
                  >
                    <span className="block font-semibold">{row.entity_name}</span>
                    <span className="block text-sm text-muted">{row.contact_name}</span>
                  </button>
                </li>
              ))}
            </ul>
            {chosen !== undefined && <ChosenEntity key={chosen.id} entityId={chosen.id} />}
          </>
        )
      }}
    </OnlineData>
  )
}

function ChosenEntity({ entityId }: { entityId: string }) {
  const shops = useOnline(reads.entityShops(entityId))
  return (
    <div className="mt-5">
      <SubHeading>
        {t.entity.shops()} <Chip>{shops.state === 'ready' ? shops.data.length : '…'}</Chip>
      </SubHeading>
      <OnlineList answer={shops} label={t.entity.shopsOf()} emptyText={t.entity.noShops()} rowKey={({ id }) => id} toTable={linkedShopsToTable}>
        {(shop) => <ShopLines name={shop.shop_name} code={shop.shop_code} color={shop.shop_color} description={shop.shop_description} />}
      </OnlineList>
      <SubHeading>{t.entity.addEmployee()}</SubHeading>
      <AddEmployee entityId={entityId} formKey="my-employee-add" label={t.entity.addEmployeeToMine()} />
      <SubHeading>{t.entity.employees()}</SubHeading>
      <EmployeeList entityId={entityId} canEdit />
    </div>
  )
}
