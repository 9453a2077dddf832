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
      <SubHeading>Assigned Users</SubHeading>
      <AssignLine
        label="Assign User"
        placeholder="Select a user"
        options={free?.map(({ id, name, login_id }) => ({ value: id, label: personName(name, login_id) }))}
        buttonText="Assign User"
        missingText="Please select both an entity and a user to assign."
        noneText="Every user is assigned."
        onAssign={async (userId) =>
          (await perform({ run: () => assignEntityUser(entityId, userId), success: 'User assigned successfully!', failure: 'Failed to assign user' })).ok
        }
      />
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label="Users assigned to this entity"
          emptyText="No users assigned to this entity yet."
          rowKey={({ id }) => id}
          toTable={(users) => peopleToTable(users.map(({ name, login_id }) => ({ name, loginId: login_id })))}
        >
          {({ user_id, name, login_id }) => (
            <>
              <PersonLines name={name} loginId={login_id} />
              <RemoveButton
                name={personName(name, login_id)}
                action={{ run: () => removeEntityUser(entityId, user_id), success: 'User removed successfully!', failure: 'Failed to remove user' }}
                undo={{ run: () => assignEntityUser(entityId, user_id), success: 'User assigned successfully!', failure: 'Failed to assign user' }}
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
      <SubHeading>Shop Assignment</SubHeading>
      <AssignLine
        label="Assign Shop"
        placeholder="Select a shop"
        options={free?.map(({ id, code, name }) => ({ value: id, label: `${code} – ${name}` }))}
        buttonText="Assign Shop"
        missingText="Please select both an entity and a shop."
        noneText="Every shop belongs to an entity."
        onAssign={async (shopId) =>
          (await perform({ run: () => assignEntityShop(entityId, shopId), success: 'Shop assigned successfully!', failure: assignShopFailure })).ok
        }
      />
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label="Shops assigned to this entity"
          emptyText="No shops assigned to this entity yet."
          rowKey={({ id }) => id}
          toTable={linkedShopsToTable}
        >
          {(shop) => (
            <>
              <ShopLines name={shop.shop_name} code={shop.shop_code} color={shop.shop_color} description={shop.shop_description} />
              <RemoveButton
                act="unlink"
                name={shop.shop_name}
                action={{ run: () => removeEntityShop(entityId, shop.shop_id), success: 'Shop unlinked', failure: 'Failed to remove shop' }}
                undo={{ run: () => assignEntityShop(entityId, shop.shop_id), success: 'Shop assigned successfully!', failure: assignShopFailure }}
              />
            </>
          )}
        </OnlineList>
      </div>
    </>
  )
}
