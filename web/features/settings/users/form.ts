import { z } from 'zod'
import { newPasswordSchema } from '#schema/api/administration.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { users } from '#schema/collections/people/users.ts'
import { userContactMessages } from '#schema/rules/customers/phone-pairs.ts'
import type { CreateUserBody, ProfileBody, UserBody } from '#web/api/admin-api.ts'
import { optionalText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { contactFields, contactPhones, optionalEmail } from '../online/contact.ts'
import { t } from './settings-team-texts.ts'

const contact = { email: optionalEmail, ...contactFields, alternateCountryCode: { inputLabel: t.users.altCountryCode() } }

const phones = { phones: contactPhones(userContactMessages) }

/** The server generates an empty login id or password. */
export const createUserForm = defineForm(
  users,
  {
    name: { required: t.users.nameRequired() },
    loginId: { typed: optionalText(users.fields.loginId.schema) },
    password: { field: null, label: t.users.password(), inputLabel: t.users.password(), typed: optionalText(newPasswordSchema), empty: '' },
    ...contact,
  },
  phones,
)

type CreateUserForm = FormOf<typeof createUserForm>

/** The request body; an empty login id or password is omitted, so that the server generates it. */
export function createUserToBody(form: CreateUserForm): CreateUserBody {
  const { loginId, name, ...values } = createUserForm.toValues(form)
  return { name: name ?? '', ...(loginId !== '' && { login_id: loginId }), ...(form.password !== '' && { password: form.password }), ...values }
}

export const editUserForm = defineForm(users, { loginId: {}, name: {}, ...contact }, phones)

export type EditUserForm = FormOf<typeof editUserForm>

export const userToForm = ({ login_id, ...user }: SessionUser): EditUserForm => editUserForm.toForm({ loginId: login_id, ...user })

export function userFormToBody(form: EditUserForm): UserBody {
  const { loginId, ...values } = editUserForm.toValues(form)
  return { login_id: loginId, ...values }
}

/** The user's own: what the app speaks is theirs alone to choose. */
export const profileForm = defineForm(users, { loginId: {}, name: {}, ...contact, language: {} }, phones)

export type ProfileForm = FormOf<typeof profileForm>

export const userToProfileForm = ({ login_id, ...user }: SessionUser): ProfileForm => profileForm.toForm({ loginId: login_id, ...user })

export const profileFormToBody = (form: ProfileForm): ProfileBody => profileForm.toValues(form)

export const passwordResetSchema = z.object({ newPassword: newPasswordSchema })

export const passwordChangeSchema = z
  .object({
    currentPassword: z.string().min(1, { error: t.users.currentPasswordRequired() }),
    newPassword: newPasswordSchema,
    confirmPassword: z.string(),
    endTokens: z.boolean(),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, { error: t.users.passwordsDiffer(), path: ['confirmPassword'] })
