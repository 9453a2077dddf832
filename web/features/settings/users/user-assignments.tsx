import { assignEntityUser, assignPrivilege, assignShopUser, reads, removeEntityUser, removePrivilege, removeShopUser } from '#web/api/admin-api.ts'
import { AssignLine } from '../online/assign-line.tsx'
import { userFailure, userSuccess } from '../online/failures.ts'
import { entitiesToTable, privilegesToTable, shopsToTable } from '../online/lists-csv.ts'
import { OnlineList } from '../online/online-list.tsx'
import { dataOf, findFree, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { RemoveButton } from '../online/remove-button.tsx'
import { ShopLines } from '../shops/shop-badge.tsx'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-team-texts.ts'

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
          label={t.assign.toShop()}
          placeholder={settings.selectShop()}
          options={free?.map(({ id, code, name }) => ({ value: id, label: `${code} – ${name}` }))}
          buttonText={t.assign.toShop()}
          missingText={t.assign.chooseShop()}
          noneText={t.assign.noFurtherShop()}
          onAssign={async (shopId) =>
            (
              await perform({
                run: () => assignShopUser(shopId, userId),
                success: userSuccess(t.assign.addedToShop()),
                failure: userFailure(t.assign.addToShopFailed()),
              })
            ).ok
          }
        />
      )}
      <div className="mt-3">
        <OnlineList answer={assigned} label={t.assign.shopsOfUser()} emptyText={t.assign.noShopOfUser()} rowKey={({ id }) => id} toTable={shopsToTable}>
          {({ id, name, code, color }) => (
            <>
              <ShopLines name={name} code={code} color={color} description={null} />
              {!isLocked && (
                <RemoveButton
                  name={name}
                  action={{
                    run: () => removeShopUser(id, userId),
                    success: userSuccess(t.assign.removedFromShop()),
                    failure: userFailure(t.assign.removeFromShopFailed()),
                  }}
                  undo={{
                    run: () => assignShopUser(id, userId),
                    success: userSuccess(t.assign.addedToShop()),
                    failure: userFailure(t.assign.addToShopFailed()),
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
          label={t.assign.toEntity()}
          placeholder={settings.selectEntity()}
          options={free?.map(({ id, entity_name }) => ({ value: id, label: entity_name }))}
          buttonText={t.assign.toEntity()}
          missingText={t.assign.chooseEntity()}
          noneText={t.assign.noFurtherEntity()}
          onAssign={async (entityId) =>
            (
              await perform({
                run: () => assignEntityUser(entityId, userId),
                success: userSuccess(t.assign.addedToEntity()),
                failure: userFailure(t.assign.addToEntityFailed()),
              })
            ).ok
          }
        />
      )}
      <div className="mt-3">
        <OnlineList answer={assigned} label={t.assign.entitiesOfUser()} emptyText={t.assign.noEntityOfUser()} rowKey={({ id }) => id} toTable={entitiesToTable}>
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
                    success: userSuccess(t.assign.removedFromEntity()),
                    failure: userFailure(t.assign.removeFromEntityFailed()),
                  }}
                  undo={{
                    run: () => assignEntityUser(entity_id, userId),
                    success: userSuccess(t.assign.addedToEntity()),
                    failure: userFailure(t.assign.addToEntityFailed()),
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
        label={t.assign.privilege()}
        placeholder={t.assign.selectPrivilege()}
        options={free?.map(({ id, privilegeName }) => ({ value: id, label: privilegeName }))}
        buttonText={t.assign.privilege()}
        missingText={t.assign.choosePrivilege()}
        noneText={t.assign.noFurtherPrivilege()}
        onAssign={async (privilegeId) =>
          (
            await perform({
              run: () => assignPrivilege(userId, privilegeId),
              success: userSuccess(t.assign.privilegeGiven()),
              failure: userFailure(t.assign.giveFailed()),
            })
          ).ok
        }
      />
      <div className="mt-3">
        <OnlineList
          answer={assigned}
          label={t.assign.privilegesOfUser()}
          emptyText={t.assign.noPrivilegeOfUser()}
          rowKey={({ id }) => id}
          toTable={privilegesToTable}
        >
          {({ id, privilegeName }) => (
            <>
              <span className="min-w-0 flex-1 font-semibold break-all">{privilegeName}</span>
              {!isLocked && (
                <RemoveButton
                  name={privilegeName}
                  question={isSelf ? t.assign.sureToTakeOwn({ privilege: privilegeName }) : undefined}
                  action={{
                    run: () => removePrivilege(userId, id),
                    success: userSuccess(t.assign.privilegeTaken()),
                    failure: userFailure(t.assign.takeFailed()),
                  }}
                  undo={
                    isSelf
                      ? undefined
                      : {
                          run: () => assignPrivilege(userId, id),
                          success: userSuccess(t.assign.privilegeGiven()),
                          failure: userFailure(t.assign.giveFailed()),
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
