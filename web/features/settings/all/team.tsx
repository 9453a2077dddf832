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
import { TabletsAddress } from '../online/tablets-address.tsx'
import { UserManagement } from '../users/user-management.tsx'
import { AdministrationPart } from './administration-part.tsx'

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
            <DataTable label="Team" columns={toColumns(now)} rows={rows} rowKey={({ id }) => id} onOpen={open} empty="Nobody yet" className="-mx-4" />
            <section aria-labelledby="person-title" className="mt-8 border-t border-line pt-4">
              <h2 ref={heading} id="person-title" tabIndex={-1} className="text-lg font-semibold outline-none">
                {chosen?.name ?? 'Add or choose somebody'}
              </h2>
              {chosen !== undefined && <Work person={chosen} />}
              {(chosen === undefined || chosen.userId !== null) && (
                <div className="mt-4">
                  <UserManagement key={chosen?.id} beginId={chosen?.userId ?? ''} />
                </div>
              )}
            </section>
            <section aria-labelledby="tablets-title" className="mt-8 border-t border-line pt-4">
              <h2 id="tablets-title" className="pb-3 text-lg font-semibold">
                Tablets
              </h2>
              <TabletsAddress />
            </section>
            <div className="mt-8">
              <AdministrationPart ids={['manage-employees']} />
            </div>
          </>
        )
      }}
    </OnlineData>
  )
}

const toColumns = (now: Date): readonly Column<TeamMember>[] => [
  { key: 'name', header: 'Name', cell: ({ name }) => <span className="font-semibold">{name}</span>, card: 'title', className: wrapping },
  { key: 'role', header: 'Role', cell: toRoleText, className: wrapping },
  { key: 'shops', header: 'Shops', cell: ({ shops }) => shops.map(({ name }) => name).join(', ') || '–', className: wrapping },
  { key: 'work', header: 'Gets work', cell: toWorkText, className: wrapping },
  {
    key: 'sign-in',
    header: 'Sign-in',
    cell: ({ loginId, disabledAt }) => (loginId === null ? 'None' : disabledAt === null ? loginId : `${loginId} (disabled)`),
    className: wrapping,
  },
  { key: 'seen', header: 'Last seen', cell: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : formatDateTime(lastSeenAt, now)), className: wrapping },
]

function toRoleText({ userId, privileges }: TeamMember): string {
  if (userId === null) return '–'
  return roleOf(new Set(privileges))?.label ?? (privileges.length === 0 ? 'No role yet' : 'Own choice of rights')
}

function toWorkText({ shops }: TeamMember): string {
  const working = shops.filter(({ employeeId }) => employeeId !== null)
  if (working.length === 0) return 'No'
  return working.length === shops.length ? 'Yes' : working.map(({ name }) => name).join(', ')
}

/** Whether the person is offered where work is assigned, shop by shop. */
function Work({ person }: { person: TeamMember }) {
  const perform = useOnlineAction()
  const [busyId, setBusyId] = useState<string>()
  const change = async ({ id: shopId, employeeId, entityId }: TeamMember['shops'][number]): Promise<void> => {
    setBusyId(shopId)
    if (employeeId !== null && entityId !== null)
      await perform({ run: () => deleteEmployee(entityId, employeeId), success: `${person.name} gets no more work`, failure: deleteEmployeeFailure })
    else if (person.userId !== null) {
      const { userId } = person
      await perform({ run: () => makeMemberEmployee(shopId, userId), success: `${person.name} gets work`, failure: 'Failed to create employee' })
    }
    setBusyId(undefined)
  }
  if (person.shops.length === 0) return <p className="mt-2 text-muted">Belongs to no shop yet.</p>
  return (
    <ul aria-label="Work" className="mt-2 max-w-200">
      {person.shops.map((shop) => (
        <li key={shop.id} className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b border-line py-1">
          <span>
            {shop.name}: {shop.employeeId === null ? 'gets no work' : 'gets work'}
            {!shop.isMember && person.userId !== null && ', but does not see the shop'}
          </span>
          <Button busy={busyId === shop.id} onClick={() => void change(shop)}>
            {shop.employeeId === null ? 'Give work' : 'Give no more work'}
            <span className="sr-only"> in {shop.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
