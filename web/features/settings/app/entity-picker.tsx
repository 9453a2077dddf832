import type { ReactNode } from 'react'
import { reads } from '#web/api/admin-api.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { useChosenEntity } from './chosen-entity.tsx'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-app-texts.ts'

type PickerProps = { label: string; placeholder: string; options: readonly SelectOption[]; value: string; onChange: (id: string) => void; noneText: string }

export function Picker({ label, placeholder, options, value, onChange, noneText }: PickerProps) {
  return (
    <Field label={label} className="max-w-100" hint={options.length === 0 ? noneText : undefined}>
      <Select placeholder={placeholder} value={value} options={options} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

/** Picks an entity and shows its part; all parts of the page share the choice. A removed entity is deselected. */
export function EntityPicker({ children }: { children: (entityId: string, clear: () => void) => ReactNode }) {
  const entities = useOnline(reads.entities)
  const { find, choose } = useChosenEntity()
  return (
    <OnlineData answer={entities}>
      {(rows) => {
        const entity = find(rows)
        return (
          <div className="flex flex-col gap-5">
            <Picker
              label={t.entity.select()}
              placeholder={settings.selectEntity()}
              options={rows.map(({ id, entity_name, contact_name }) => ({ value: id, label: `${entity_name} (${contact_name})` }))}
              value={entity?.id ?? ''}
              onChange={choose}
              noneText={t.entity.none()}
            />
            {entity !== undefined && <div key={entity.id}>{children(entity.id, () => choose(''))}</div>}
          </div>
        )
      }}
    </OnlineData>
  )
}
