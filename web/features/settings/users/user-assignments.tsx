import { assignEntityUser, assignPrivilege, assignShopUser, reads, removeEntityUser, removePrivilege, removeShopUser } from '#web/api/admin-api.ts'
import { AssignLine } from '../online/assign-line.tsx'
import { userFailure, userSuccess } from '../online/failures.ts'
import { entitiesToTable, privilegesToTable, shopsToTable } from '../online/lists-csv.ts'
import { OnlineList } from '../online/online-list.tsx'
import { dataOf, findFree, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { RemoveButton } from '../online/remove-button.tsx'
import { ShopLines } from '../shops/shop-badge.tsx'

type UserPartProps = {
  userId: string
  /** Read-only: the user has more privileges than the administrator. */
  isLocked: boolean
}

export function UserShops({ userId, isLocked }: UserPartProps) {
  const perform = useOnlineAction()
  const assigned = useOnline(reads.userShops(userId))
  const free = findFree(dataOf(useOnline(reads.allShops)), dataOf(assigned), (shop, held) => shop.id === held.id)
  return (
    <>
      {!isLocked && (
        <AssignLine
          label="Assign to Shop"
          placeholder="Select a shop"
          options={free?.map(({ id, code, name }) => ({ value: id, label: `${code} – ${name}` }))}
          buttonText="Assign to Shop"
          missingText="Please select a shop."
          noneText="There is no further shop."
          onAssign={async (shopId) =>
            (
              await perform({
                run: () => assignShopUser(shopId, userId),
                success: userSuccess('User assigned to shop successfully'),
                failure: userFailure('Failed to assign user to shop'),
              })
            ).ok
          }
        />
      )}
      <div className="mt-3">
        <OnlineList answer={assigned} label="Shops of this user" emptyText="This user belongs to no shop yet." rowKey={({ id }) => id} toTable={shopsToTable}>
          {({ id, name, code, color }) => (
            <>
              <ShopLines name={name} code={code} color={color} description={null} />
              {!isLocked && (
                <RemoveButton
                  name={name}
                  action={{
                    run: () => removeShopUser(id, userId),
                    success: userSuccess('User removed from shop successfully'),
                    failure: userFailure('Failed to remove user from shop'),
                  }}
                  undo={{
                    run: () => assignShopUser(id, userId),
                    success: userSuccess('User assigned to shop successfully'),
                    failure: userFailure('Failed to assign user to shop'),
                  }}
                />
              )}
            </>
          )}
        </OnlineList>
      </div>
    </>
  )
}

export function UserEntities({ userId, isLocked }: UserPartProps) {
  const perform = useOnlineAction()
  const assigned = useOnline(reads.userEntities(userId))
  const free = findFree(dataOf(useOnline(reads.entities)), dataOf(assigned), (entity, held) => entity.id === held.entity_id)
  return (
    <>
      {!isLocked && (
        <AssignLine
          label="Assign to Entity"
          placeholder="Select an entity"
          options={free?.map(({ id, entity_name }) => ({ value: id, label: entity_name }))}
          buttonText="Assign to Entity"
          missingText="Please select an entity."
          noneText="There is no further entity."
          onAssign={async (entityId) =>
            (
              await perform({
                run: () => assignEntityUser(entityId, userId),
                success: userSuccess('User assigned to entity successfully'),
                failure: userFailure('Failed to assign user to entity'),
              })
            ).ok
          }
        />
      )}
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label="Entities of this user"
          emptyText="This user belongs to no entity yet."
          rowKey={({ id }) => id}
          toTable={entitiesToTable}
        >
          {({ entity_id, entity_name, contact_name }) => (
            <>
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-semibold break-words">{entity_name}</span>
                <span className="block text-sm text-muted">{contact_name}</span>
              </span>
              {!isLocked && (
                <RemoveButton
                  name={entity_name}
                  action={{
                    run: () => removeEntityUser(entity_id, userId),
                    success: userSuccess('User removed from entity successfully'),
                    failure: userFailure('Failed to remove user from entity'),
                  }}
                  undo={{
                    run: () => assignEntityUser(entity_id, userId),
                    success: userSuccess('User assigned to entity successfully'),
                    failure: userFailure('Failed to assign user to entity'),
                  }}
                />
              )}
            </>
          )}
        </OnlineList>
      </div>
    </>
  )
}

/**
 * Offers every privilege, even those that the administrator lacks: else one that nobody holds could never be given
 * again. Revoking an own privilege asks first.
 */
export function UserPrivileges({ userId, isSelf, isLocked }: UserPartProps & { isSelf: boolean }) {
  const perform = useOnlineAction()
  const assigned = useOnline(reads.userPrivileges(userId))
  const free = findFree(dataOf(useOnline(reads.privileges)), dataOf(assigned), (one, held) => one.privilegeName === held.privilegeName)
  return (
    <>
      <AssignLine
        label="Assign Privilege"
        placeholder="Select a privilege"
        options={free?.map(({ id, privilegeName }) => ({ value: id, label: privilegeName }))}
        buttonText="Assign Privilege"
        missingText="Please select a privilege."
        noneText="There is no further privilege."
        onAssign={async (privilegeId) =>
          (
            await perform({
              run: () => assignPrivilege(userId, privilegeId),
              success: userSuccess('Privilege assigned successfully'),
              failure: userFailure('Failed to assign privilege'),
            })
          ).ok
        }
      />
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label="Privileges of this user"
          emptyText="This user holds no privilege yet."
          rowKey={({ id }) => id}
          toTable={privilegesToTable}
        >
          {({ id, privilegeName }) => (
            <>
              <span className="min-w-0 flex-1 font-semibold break-all">{privilegeName}</span>
              {!isLocked && (
                <RemoveButton
                  name={privilegeName}
                  question={isSelf ? `Take ${privilegeName} from yourself?` : undefined}
                  action={{
                    run: () => removePrivilege(userId, id),
                    success: userSuccess('Privilege removed successfully'),
                    failure: userFailure('Failed to remove privilege'),
                  }}
                  undo={
                    isSelf
                      ? undefined
                      : {
                          run: () => assignPrivilege(userId, id),
                          success: userSuccess('Privilege assigned successfully'),
                          failure: userFailure('Failed to assign privilege'),
                        }
                  }
                />
              )}
            </>
          )}
        </OnlineList>
      </div>
    </>
  )
}
