import { useRef, useState } from 'react'
import type { TeamMember } from '#schema/api/answers/account-answers.ts'
import { roleOf } from '#schema/rules/access/roles.ts'
import { deleteEmployee, makeMemberEmployee, reads } from '#web/api/admin-api.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { Column } from '#web/ui/tables/table-model.ts'
import { deleteEmployeeFailure } from '../online/failures.ts'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline, useOnlineAction } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { TabletsAddress } from '../online/tablets-address.tsx'
import { UserManagement } from '../users/user-management.tsx'
import { AdministrationPart } from './administration-part.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from '../users/settings-team-texts.ts'
import { roleToText } from '#web/language/set-names-texts.ts'

/** Beside the list of Settings the columns are narrow. */
const wrapping = 'whitespace-normal wrap-anywhere py-1'

/** Everybody who signs in or gets work, in one table; a person opens below it. */
export function Team() {
  const team = useOnline(reads.team)
  const now = useNow()
  const [chosenId, setChosenId] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const open = ({ id }: TeamMember): void => {
    setChosenId(id)
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
  }
  return (
    <OnlineData answer={team}>
      {(rows) => {
        const chosen = rows.find(({ id }) => id === chosenId)
        return (
          <>
            <DataTable
              label={t.team.title()}
              columns={toColumns(now)}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={open}
              empty={t.team.none()}
              className="-mx-4"
            />
            <div className="mt-4">
              <Section id="person" title={chosen?.name ?? t.team.addOrChoose()} headingRef={heading}>
                {chosen !== undefined && <Work person={chosen} />}
                {(chosen === undefined || chosen.userId !== null) && <UserManagement key={chosen?.id} beginId={chosen?.userId ?? ''} />}
              </Section>
              <Section id="tablets" title={t.team.tablets()}>
                <TabletsAddress />
              </Section>
            </div>
            <div className="border-t border-line pt-2">
              <AdministrationPart ids={['manage-employees']} />
            </div>
          </>
        )
      }}
    </OnlineData>
  )
}

const toColumns = (now: Date): readonly Column<TeamMember>[] => [
  { key: 'name', header: common.name(), cell: ({ name }) => <span className="font-semibold">{name}</span>, card: 'title', className: wrapping },
  { key: 'role', header: t.team.role(), cell: toRoleText, className: wrapping },
  { key: 'shops', header: t.users.shops(), cell: ({ shops }) => shops.map(({ name }) => name).join(', ') || '–', className: wrapping },
  { key: 'work', header: t.team.getsWork(), cell: toWorkText, className: wrapping },
  {
    key: 'sign-in',
    header: t.team.signIn(),
    cell: ({ loginId, disabledAt }) => (loginId === null ? t.team.noSignIn() : disabledAt === null ? loginId : t.team.disabled({ loginId })),
    className: wrapping,
  },
  { key: 'seen', header: t.team.lastSeen(), cell: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : formatDateTime(lastSeenAt, now)), className: wrapping },
]

function toRoleText({ userId, privileges }: TeamMember): string {
  if (userId === null) return '–'
  return roleToText(roleOf(new Set(privileges))) ?? (privileges.length === 0 ? t.team.noRole() : t.team.ownRights())
}

function toWorkText({ shops }: TeamMember): string {
  const working = shops.filter(({ employeeId }) => employeeId !== null)
  if (working.length === 0) return common.no()
  return working.length === shops.length ? common.yes() : working.map(({ name }) => name).join(', ')
}

function toShopText({ name, employeeId }: TeamMember['shops'][number], seesShop: boolean): string {
  if (employeeId === null) return seesShop ? t.team.workIn.none({ shop: name }) : t.team.workIn.noneUnseen({ shop: name })
  return seesShop ? t.team.workIn.some({ shop: name }) : t.team.workIn.someUnseen({ shop: name })
}

/** Whether the person is offered where work is assigned, shop by shop. */
function Work({ person }: { person: TeamMember }) {
  const perform = useOnlineAction()
  const [busyId, setBusyId] = useState<string>()
  const change = async ({ id: shopId, employeeId, entityId }: TeamMember['shops'][number]): Promise<void> => {
    setBusyId(shopId)
    if (employeeId !== null && entityId !== null)
      await perform({ run: () => deleteEmployee(entityId, employeeId), success: t.team.noMoreWork({ name: person.name }), failure: deleteEmployeeFailure })
    else if (person.userId !== null) {
      const { userId } = person
      await perform({ run: () => makeMemberEmployee(shopId, userId), success: t.team.givenWork({ name: person.name }), failure: t.employees.createFailed() })
    }
    setBusyId(undefined)
  }
  if (person.shops.length === 0) return <p className="mb-4 text-muted">{t.team.noShop()}</p>
  return (
    <ul aria-label={t.team.work()} className="mb-4 max-w-200">
      {person.shops.map((shop) => (
        <li key={shop.id} className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b border-line py-1">
          <span>{toShopText(shop, shop.isMember || person.userId === null)}</span>
          <Button busy={busyId === shop.id} onClick={() => void change(shop)}>
            {shop.employeeId === null ? t.team.giveWork() : t.team.giveNoWork()}
            <span className="sr-only"> {t.team.inShop({ shop: shop.name })}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
