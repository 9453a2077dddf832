import type { BootstrapShop } from '#schema/api/sync.ts'
import { assignShopUser, reads, removeShopUser, type ShopAnswer } from '#web/api/admin-api.ts'
import { useAuth } from '#web/session/session.ts'
import { Picker } from '../app/entity-picker.tsx'
import { AssignLine } from '../online/assign-line.tsx'
import { peopleToTable } from '../online/lists-csv.ts'
import { OnlineList } from '../online/online-list.tsx'
import { dataOf, findFree, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { PersonLines, personName } from '../online/person-name.tsx'
import { RemoveButton } from '../online/remove-button.tsx'
import { useAssignableUsers } from '../users/use-assignable-users.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../users/settings-team-texts.ts'

type AssignShopUsersProps = {
  ownShops: readonly BootstrapShop[]
  /** Undefined before any choice. */ shopId: string | undefined
  onShopChange: (shopId: string) => void
}

/** Offers the user's own shops and those of their entities; administrators get every shop. */
export function AssignShopUsers({ ownShops, shopId, onShopChange }: AssignShopUsersProps) {
  const { hasPrivilege } = useAuth()
  const further = useOnline<Pick<ShopAnswer, 'id' | 'code' | 'name'>[]>(hasPrivilege('view_app_setting') ? reads.allShops : reads.shopsOfMyEntities)
  const nameById = new Map([...ownShops, ...(dataOf(further) ?? [])].map(({ id, code, name }) => [id, `${code} – ${name}`]))
  const options = [...nameById].map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label))
  const wanted = shopId ?? (options.length === 1 ? options[0]?.value : undefined) ?? ''
  const chosen = nameById.has(wanted) ? wanted : ''
  return (
    <div className="flex flex-col gap-5">
      <Picker
        label={t.entity.selectShop()}
        placeholder={settings.selectShop()}
        options={options}
        value={chosen}
        onChange={onShopChange}
        noneText={t.entity.noShop()}
      />
      {chosen !== '' && <ShopUsers key={chosen} shopId={chosen} />}
    </div>
  )
}

function ShopUsers({ shopId }: { shopId: string }) {
  const perform = useOnlineAction()
  const assigned = useOnline(reads.shopUsers(shopId))
  const free = findFree(useAssignableUsers(), dataOf(assigned), (user, held) => user.id === held.userId)
  return (
    <div>
      <AssignLine
        label={t.assign.user()}
        placeholder={settings.selectUser()}
        options={free?.map(({ id, name, login_id }) => ({ value: id, label: personName(name, login_id) }))}
        buttonText={t.assign.user()}
        missingText={t.assign.chooseUser()}
        noneText={t.assign.everyUser()}
        onAssign={async (userId) =>
          (await perform({ run: () => assignShopUser(shopId, userId), success: t.assign.userAssigned(), failure: t.assign.userFailed() })).ok
        }
      />
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label={t.assign.usersOfShop()}
          emptyText={t.assign.noUserOfShop()}
          rowKey={({ id }) => id}
          toTable={(users) => peopleToTable(users.map(({ userName, loginId }) => ({ name: userName, loginId })))}
        >
          {({ userId, userName, loginId }) => (
            <>
              <PersonLines name={userName} loginId={loginId} />
              <RemoveButton
                name={personName(userName, loginId)}
                action={{ run: () => removeShopUser(shopId, userId), success: t.assign.userRemoved(), failure: t.assign.userRemoveFailed() }}
                undo={{ run: () => assignShopUser(shopId, userId), success: t.assign.userAssigned(), failure: t.assign.userFailed() }}
              />
            </>
          )}
        </OnlineList>
      </div>
    </div>
  )
}
