import { z } from 'zod'
import { newPasswordSchema } from '../api/administration.ts'
import type { SessionUser } from '../api/sync.ts'
import { users } from '../collections/people/users.ts'
import { checkedBy, textToNullable } from './checked-by.ts'
import { checkContact, contactFields, contactToForm, emptyContact, formToContact, optionalEmailText, userContactMessages } from './contact.ts'

const loginIdText = checkedBy(users.fields.loginId.schema)
const nameText = checkedBy(users.fields.name.schema)

const emptyOr = (schema: z.ZodType) => {
  const checked = checkedBy(schema)
  return z.string().superRefine((value, context) => {
    if (value === '') return
    for (const { message } of checked.safeParse(value).error?.issues ?? []) context.addIssue({ code: 'custom', message })
  })
}

/** Create a user (VAL-67, VAL-68): what is left empty of login id and password the server makes up. */
export const userCreateSchema = z
  .object({
    name: z
      .string()
      .refine((name) => name.trim() !== '', { error: 'Name is required', abort: true })
      .pipe(nameText),
    loginId: emptyOr(users.fields.loginId.schema),
    password: emptyOr(newPasswordSchema),
    email: optionalEmailText,
    ...contactFields,
  })
  .superRefine(checkContact(userContactMessages))

export type UserCreateForm = z.input<typeof userCreateSchema>

export const emptyUserForm: Readonly<UserCreateForm> = { name: '', loginId: '', password: '', email: '', ...emptyContact }

/** Body of API-94; login id and password are left out where the server is to make them (USER-08, USER-09). */
export const userCreateToBody = (form: UserCreateForm) => ({
  name: form.name.trim(),
  ...(form.loginId.trim() !== '' && { login_id: form.loginId.trim() }),
  ...(form.password !== '' && { password: form.password }),
  email: textToNullable(form.email.trim()),
  ...formToContact(form),
})

/** Edit a user (VAL-63..66), and the own profile (PROF-03). */
export const userEditSchema = z
  .object({ loginId: loginIdText, name: nameText, email: optionalEmailText, ...contactFields })
  .superRefine(checkContact(userContactMessages))

export type UserEditForm = z.input<typeof userEditSchema>

export const userToForm = (user: SessionUser): UserEditForm => ({
  loginId: user.login_id,
  name: user.name ?? '',
  email: user.email ?? '',
  ...contactToForm(user),
})

const editToBody = (form: UserEditForm) => ({ name: textToNullable(form.name.trim()), email: textToNullable(form.email.trim()), ...formToContact(form) })

/** Body of API-93. */
export const userEditToBody = (form: UserEditForm) => ({ login_id: form.loginId.trim(), ...editToBody(form) })

/** Body of API-85. */
export const profileToBody = (form: UserEditForm) => ({ loginId: form.loginId.trim(), ...editToBody(form) })

export const passwordResetSchema = z.object({ newPassword: newPasswordSchema })

export type PasswordResetForm = z.input<typeof passwordResetSchema>

/** Change Password (PROF-05, VAL-61, VAL-62). */
export const passwordChangeSchema = z
  .object({ currentPassword: z.string().min(1, { error: 'Current password is required' }), newPassword: newPasswordSchema, confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, { error: 'Passwords do not match', path: ['confirmPassword'] })

export type PasswordChangeForm = z.input<typeof passwordChangeSchema>
