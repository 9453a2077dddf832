import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { CreatedUserAnswer } from '#schema/api/answers/administration-answers.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { reads } from '#web/api/admin-api.ts'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Picker } from '../app/entity-picker.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { personName } from '../online/person-name.tsx'
import { SubHeading } from '../online/section.tsx'
import { ChosenUser } from './chosen-user.tsx'
import { CreateUser } from './create-user.tsx'
import { CredentialsDialog } from './credentials-dialog.tsx'

/** User Management (USER-01..09), a section of App Settings (AMB-22). */
export function UserManagement() {
  const users = useOnline(reads.users)
  const [chosenId, setChosenId] = useState('')
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<CreatedUserAnswer>()
  return (
    <OnlineData answer={users}>
      {(rows) => {
        const user = rows.find(({ id }) => id === chosenId)
        return (
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-start gap-3">
              <div className="w-full max-w-100 min-w-0 flex-1 basis-60">
                <Picker
                  label="Select User"
                  placeholder="Select a user"
                  options={rows.map(({ id, name, login_id }) => ({
                    value: id,
                    label: personName(name, login_id) === login_id ? login_id : `${personName(name, login_id)} (${login_id})`,
                  }))}
                  value={isCreating ? '' : (user?.id ?? '')}
                  onChange={(id) => {
                    setChosenId(id)
                    setIsCreating(false)
                  }}
                  noneText="There is no user yet."
                />
              </div>
              <Button className="sm:mt-5.5" aria-expanded={isCreating} onClick={() => setIsCreating(!isCreating)}>
                <UserPlus aria-hidden="true" />
                New user
              </Button>
              <span className="sm:mt-5.5">
                <CsvButton what="Users" read={() => toUsersTable(rows)} />
              </span>
            </div>
            {isCreating && (
              <div>
                <SubHeading>Create User</SubHeading>
                <CreateUser
                  onCreated={(answer) => {
                    setCreated(answer)
                    setChosenId(answer.id)
                    setIsCreating(false)
                  }}
                />
              </div>
            )}
            {!isCreating && user !== undefined && (
              <div key={user.id}>
                <ChosenUser user={user} />
              </div>
            )}
            {created !== undefined && <CredentialsDialog user={created} onClose={() => setCreated(undefined)} />}
          </div>
        )
      }}
    </OnlineData>
  )
}

/** Who may sign in, by name; what they may do stands with each of them. */
export const toUsersTable = (users: readonly SessionUser[]): CsvTable => ({
  header: ['Name', 'Login ID', 'Email', 'Phone'],
  rows: users.map((user) => [user.name, user.login_id, user.email, [user.countryCode, user.phone].filter(Boolean).join(' ')]),
})
