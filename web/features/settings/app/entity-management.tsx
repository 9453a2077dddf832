import { assignEntityShop, assignEntityUser, reads, removeEntityShop, removeEntityUser } from '#web/api/admin-api.ts'
import { AssignLine } from '../online/assign-line.tsx'
import { assignShopFailure } from '../online/failures.ts'
import { linkedShopsToTable, peopleToTable } from '../online/lists-csv.ts'
import { OnlineList } from '../online/online-list.tsx'
import { dataOf, findFree, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { PersonLines, personName } from '../online/person-name.tsx'
import { RemoveButton } from '../online/remove-button.tsx'
import { SubHeading } from '../online/section.tsx'
import { ShopLines } from '../shops/shop-badge.tsx'
import { useAssignableUsers } from '../users/use-assignable-users.ts'
import { EntityPicker } from './entity-picker.tsx'
import { useUnlinkedShops } from './use-unlinked-shops.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-app-texts.ts'

export function EntityManagement() {
  return (
    <EntityPicker>
      {(entityId) => (
        <>
          <EntityUsers entityId={entityId} />
          <EntityShops entityId={entityId} />
        </>
      )}
    </EntityPicker>
  )
}

function EntityUsers({ entityId }: { entityId: string }) {
  const perform = useOnlineAction()
  const users = useAssignableUsers()
  const assigned = useOnline(reads.entityUsers(entityId))
  const free = findFree(users, dataOf(assigned), (user, held) => user.id === held.user_id)
  return (
    <>
      <SubHeading>{t.assign.users()}</SubHeading>
      <AssignLine
        label={t.assign.user()}
        placeholder={settings.selectUser()}
        options={free?.map(({ id, name, login_id }) => ({ value: id, label: personName(name, login_id) }))}
        buttonText={t.assign.user()}
        missingText={t.assign.chooseUser()}
        noneText={t.assign.everyUser()}
        onAssign={async (userId) =>
          (await perform({ run: () => assignEntityUser(entityId, userId), success: t.assign.userAssigned(), failure: t.assign.userFailed() })).ok
        }
      />
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label={t.assign.usersOf()}
          emptyText={t.assign.noUsers()}
          rowKey={({ id }) => id}
          toTable={(users) => peopleToTable(users.map(({ name, login_id }) => ({ name, loginId: login_id })))}
        >
          {({ user_id, name, login_id }) => (
            <>
              <PersonLines name={name} loginId={login_id} />
              <RemoveButton
                name={personName(name, login_id)}
                action={{ run: () => removeEntityUser(entityId, user_id), success: t.assign.userRemoved(), failure: t.assign.userRemoveFailed() }}
                undo={{ run: () => assignEntityUser(entityId, user_id), success: t.assign.userAssigned(), failure: t.assign.userFailed() }}
              />
            </>
          )}
        </OnlineList>
      </div>
    </>
  )
}

function EntityShops({ entityId }: { entityId: string }) {
  const perform = useOnlineAction()
  const assigned = useOnline(reads.entityShops(entityId))
  const free = useUnlinkedShops()
  return (
    <>
      <SubHeading>{t.assign.shops()}</SubHeading>
      <AssignLine
        label={t.assign.shop()}
        placeholder={settings.selectShop()}
        options={free?.map(({ id, code, name }) => ({ value: id, label: `${code} – ${name}` }))}
        buttonText={t.assign.shop()}
        missingText={t.assign.chooseShop()}
        noneText={t.assign.everyShop()}
        onAssign={async (shopId) =>
          (await perform({ run: () => assignEntityShop(entityId, shopId), success: t.assign.shopAssigned(), failure: assignShopFailure })).ok
        }
      />
      <div className="mt-3">
        <OnlineList answer={assigned} label={t.assign.shopsOf()} emptyText={t.entity.noShops()} rowKey={({ id }) => id} toTable={linkedShopsToTable}>
          {(shop) => (
            <>
              <ShopLines name={shop.shop_name} code={shop.shop_code} color={shop.shop_color} description={shop.shop_description} />
              <RemoveButton
                act="unlink"
                name={shop.shop_name}
                action={{ run: () => removeEntityShop(entityId, shop.shop_id), success: t.assign.shopUnlinked(), failure: t.assign.shopRemoveFailed() }}
                undo={{ run: () => assignEntityShop(entityId, shop.shop_id), success: t.assign.shopAssigned(), failure: assignShopFailure }}
              />
            </>
          )}
        </OnlineList>
      </div>
    </>
  )
}
