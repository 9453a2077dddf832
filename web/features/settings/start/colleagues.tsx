import { Printer } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import { users } from '#schema/collections/people/users.ts'
import { findRole, isRoleName, roleOf, roles, type Role } from '#schema/rules/access/roles.ts'
import { isPrivilege } from '#schema/privileges.ts'
import { reads, ask, createUser, assignPrivilege, assignShopUser } from '#web/api/admin-api.ts'
import { neededText } from '#web/forms/checked-by.ts'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline, useOnlineAction } from '../online/online-work.tsx'
import { fieldGridClass } from '../online/section.tsx'
import { AppError } from '#schema/errors.ts'
import { loginIdCandidates } from '#schema/rules/access/login-id.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { createPortal } from 'react-dom'
import { t } from './start-texts.ts'
import { roleToText, setNames } from '#web/language/set-names-texts.ts'

const schema = z.object({
  name: neededText(t.nameNeeded(), users.fields.name.schema, (text) => text.trim() === ''),
  role: z.string().refine(isRoleName),
})

const roleChoices = roles.map(({ name }) => ({ value: name, label: setNames.role[name]() }))

/** The shop's users with a role each; generated passwords can be printed until the page closes. */
export function Colleagues({ shop, appSettingsPath }: { shop: BootstrapShop; appSettingsPath: string }) {
  const answer = useOnline(reads.users)
  const [made, setMade] = useState<readonly SignIn[]>([])
  return (
    <>
      <p className="text-muted">{t.colleaguesText()}</p>
      <OnlineForm
        label={t.newColleague()}
        formKey={`start-colleague/${shop.id}`}
        schema={schema}
        opened={{ name: '', role: 'technician' }}
        submitText={t.addColleague()}
        busyText={t.adding()}
        send={async ({ name, role }) => {
          const { userId, ...signIn } = await addColleague(name.trim())
          // Store it first: the password is readable only now.
          setMade((before) => [...before, signIn])
          const isWhole =
            isRoleName(role) &&
            (await giveRole(userId, shop.id, findRole(role)).then(
              () => true,
              () => false,
            ))
          return { name: signIn.name, isWhole }
        }}
        success={({ name, isWhole }) => ({ title: isWhole ? t.canSignIn({ name }) : t.addedWithoutRole({ name }) })}
        failure={t.nobodyAdded()}
        afterwards="emptied"
      >
        {(form) => (
          <div className={fieldGridClass}>
            <Field label={t.name()} required error={form.formState.errors.name?.message}>
              <TextField autoComplete="off" autoCapitalize="words" {...form.register('name')} />
            </Field>
            <Field label={t.role()} hint={roles.map(({ name }) => t.roleText({ role: setNames.role[name](), text: setNames.roleAllows[name]() })).join(' ')}>
              <Select options={roleChoices} {...form.register('role')} />
            </Field>
          </div>
        )}
      </OnlineForm>
      {made.length > 0 && (
        <div className="rounded-md bg-accent-soft p-4 text-accent-ink">
          <p>{t.passwordsOnce()}</p>
          <ul aria-label={t.newSignIns()} className="my-2">
            {made.map(({ name, loginId, password }) => (
              <li key={loginId} className="flex flex-wrap gap-x-4 py-1">
                <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
                <span className="min-w-0 font-mono wrap-anywhere select-all">{loginId}</span>
                <span className="min-w-0 font-mono wrap-anywhere select-all">{password}</span>
              </li>
            ))}
          </ul>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {t.printSignIns()}
          </Button>
          <SignInSheet shopName={shop.name} signIns={made} />
        </div>
      )}
      <OnlineData answer={answer}>
        {(everyone) => (
          <ul aria-label={t.people()} className="max-w-200">
            {everyone.slice(0, shownMost).map((user) => (
              <Person key={user.id} user={user} shop={shop} />
            ))}
            {everyone.length > shownMost && (
              <li className="py-2">
                <Link to={`${appSettingsPath}#user-management`} className="text-accent-ink underline underline-offset-4">
                  {t.allPeople({ count: everyone.length })}
                </Link>
              </li>
            )}
          </ul>
        )}
      </OnlineData>
    </>
  )
}

const shownMost = 30

function Person({ user, shop }: { user: SessionUser; shop: BootstrapShop }) {
  const shops = dataOf(useOnline(reads.userShops(user.id)))
  const held = dataOf(useOnline(reads.userPrivileges(user.id)))
  const perform = useOnlineAction()
  const [role, setRole] = useState<string>('technician')
  const [isBusy, setIsBusy] = useState(false)
  const name = user.name ?? user.login_id
  const privileges = new Set((held ?? []).map(({ privilegeName }) => privilegeName).filter(isPrivilege))
  const lacks = shops !== undefined && held !== undefined && (shops.length === 0 || held.length === 0)
  const give = async (): Promise<void> => {
    if (!isRoleName(role)) return
    setIsBusy(true)
    await perform({ run: () => giveRole(user.id, shop.id, findRole(role)), failure: t.roleNotGiven({ name }) })
    setIsBusy(false)
  }
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      <span className="min-w-0 text-muted wrap-anywhere">{user.login_id}</span>
      {lacks ? (
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <span>{shops.length === 0 ? t.noShopYet() : t.noRoleYet()}</span>
          <span className="w-40">
            <Field label={t.roleOf({ name })} labelHidden>
              <Select options={roleChoices} value={role} onChange={(event) => setRole(event.target.value)} />
            </Field>
          </span>
          <Button busy={isBusy} onClick={() => void give()}>
            {t.giveRole()}
          </Button>
        </span>
      ) : (
        <span className="ml-auto">{held === undefined ? '…' : (roleToText(roleOf(privileges)) ?? t.ownChoice())}</span>
      )}
    </li>
  )
}

/**
 * Creates a user. The client picks the login id, so that a repeated request, as after a lost answer, creates one user
 * only.
 * @throws AppError at `name` if a user with this name exists
 */
async function addColleague(name: string): Promise<SignIn & { userId: string }> {
  const loginId = await findFreeLoginId(name)
  try {
    const noContact = { email: null, countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null }
    const user = await createUser({ name, login_id: loginId, ...noContact })
    return { userId: user.id, name, loginId: user.login_id, password: user.password ?? '' }
  } catch (error) {
    // If an earlier request succeeded late, this throws the error that says so.
    if (error instanceof AppError && error.code === 'UNIQUE_CONSTRAINT_VIOLATION') await findFreeLoginId(name)
    throw error
  }
}

async function findFreeLoginId(name: string): Promise<string> {
  const users = await ask(reads.users)
  const same = users.find((user) => foldText(user.name ?? '') === foldText(name))
  if (same !== undefined) {
    const message = t.nameTaken({ name: same.name ?? name, login: same.login_id })
    throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', message, { issues: [{ path: 'name', message }] })
  }
  const taken = new Set(users.map(({ login_id }) => login_id.toLowerCase()))
  for (const candidate of loginIdCandidates(name)) if (!taken.has(candidate)) return candidate
  throw new Error('login id candidates have no end')
}

/**
 * Adds a user to the shop with the role's privileges, the highest first: an owner must not pass through a role that is
 * given work. Keeps existing ones, so it can be repeated after a failure.
 */
async function giveRole(userId: string, shopId: string, role: Role): Promise<void> {
  const [shops, held, known] = await Promise.all([ask(reads.userShops(userId)), ask(reads.userPrivileges(userId)), ask(reads.privileges)])
  if (!shops.some(({ id }) => id === shopId)) await assignShopUser(shopId, userId)
  const has = new Set(held.map(({ privilegeName }) => privilegeName))
  for (const privilege of role.privileges.toReversed()) {
    const row = known.find(({ privilegeName }) => privilegeName === privilege)
    if (row !== undefined && !has.has(privilege)) await assignPrivilege(userId, row.id)
  }
}

/** `password` is the one the server generated. */
type SignIn = { name: string; loginId: string; password: string }

/** Slips with sign-in data, visible only in print. Each slip has all that a sign-in needs, in letters that cannot be confused. */
function SignInSheet({ shopName, signIns }: { shopName: string; signIns: readonly SignIn[] }) {
  const origin = useLinkOrigin()
  return createPortal(
    <section className="sign-in-sheet" aria-hidden="true">
      <h1>{shopName}</h1>
      {signIns.map(({ name, loginId, password }) => (
        <dl key={loginId}>
          <dt>{name}</dt>
          <dd>{t.signInAt({ address: origin })}</dd>
          <dd>
            {t.slipUsername()} <code>{loginId}</code>
          </dd>
          <dd>
            {t.slipPassword()} <code>{password}</code>
          </dd>
        </dl>
      ))}
    </section>,
    document.body,
  )
}
