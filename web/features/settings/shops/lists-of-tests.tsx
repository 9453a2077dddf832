import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { TestList } from '#schema/collections/work/tests.ts'
import { readTestItems } from '#schema/values/tests/outcomes.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { TestDialog } from '#web/features/tests/tests-dialog.tsx'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-shop-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

/** What is tested before and after a repair, by kind of device. */
export function ListsOfTests({ shopId }: { shopId: string }) {
  const mayWrite = useAuth().hasPrivilege('view_shop_setting')
  const lists = useShopRows('tests', shopId)?.toSorted((one, other) => Number(one.archived) - Number(other.archived) || one.name.localeCompare(other.name))
  const [asked, setAsked] = useState<{ testId?: string }>()
  return (
    <section aria-labelledby="test-lists-title" className="mt-6 border-t border-line pt-4">
      <h3 id="test-lists-title" className="font-semibold">
        {t.tests.title()}
      </h3>
      <p className="text-sm text-muted">{t.tests.text()}</p>
      {lists?.length === 0 && <p className="py-3 text-muted">{t.tests.none()}</p>}
      <ul aria-labelledby="test-lists-title">
        {lists?.map((list) => (
          <Item key={list.id} list={list} onEdit={mayWrite ? () => setAsked({ testId: list.id }) : undefined} />
        ))}
      </ul>
      {mayWrite && (
        <Button className="mt-2" onClick={() => setAsked({})}>
          <Plus aria-hidden="true" />
          {t.tests.add()}
        </Button>
      )}
      {asked !== undefined && <TestDialog key={asked.testId ?? 'new'} shopId={shopId} testId={asked.testId} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function Item({ list: { name, deviceKind, items, archived }, onEdit }: { list: TestList; onEdit: (() => void) | undefined }) {
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-b-0">
      <span className="min-w-40 flex-1 wrap-anywhere">
        <span className={archived ? 'text-muted' : undefined}>{name}</span>
        <span className="block text-sm text-muted">
          {deviceKind === null ? t.tests.anyDevice() : deviceKindToText(deviceKind)} · {readTestItems(items).join(', ')}
        </span>
      </span>
      {archived && <Chip>{settings.archived()}</Chip>}
      {onEdit && <IconButton label={settings.editNamed({ name })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />}
    </li>
  )
}
