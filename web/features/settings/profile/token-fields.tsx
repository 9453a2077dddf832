import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type ApiTokenForm, listTokenPrivileges, textToShopIds, toggleShopId } from './api-token-form.ts'
import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { wordsByPrivilege } from './privilege-words.ts'
import { t } from './profile-texts.ts'

type TokenFieldsProps = { form: UseFormReturn<ApiTokenForm>; held: readonly Privilege[]; shops: readonly BootstrapShop[] }

export function TokenFields({ form, held, shops }: TokenFieldsProps) {
  const { errors } = form.formState
  const reach = useWatch({ control: form.control, name: 'reach' })
  const offered = listTokenPrivileges(held, reach)
  // The dialog opens before the draft is loaded, so its own focus finds no field. Not on touch: the keyboard would
  // cover the form.
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) form.setFocus('name')
  }, [form])
  return (
    <div className="flex flex-col gap-4">
      <Field label={t.name()} required error={errors.name?.message} hint={t.nameHint()}>
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <fieldset>
        <legend className="text-sm font-semibold">{t.privileges()}</legend>
        <p className="text-sm text-muted">{held.length === 0 ? t.noPrivilegesHeld() : t.withoutPrivileges()}</p>
        <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {offered.map((name) => (
            <Checkbox key={name} label={wordsByPrivilege[name]} {...form.register(name)} />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t.access()} error={errors.access?.message}>
          <Select
            options={[
              { value: 'write', label: t.readAndChange() },
              { value: 'read', label: t.readOnly() },
            ]}
            {...form.register('access')}
          />
        </Field>
        <Field label={t.lastDay()} error={errors.expiresAt?.message} hint={t.lastDayHint()}>
          <DateField {...form.register('expiresAt')} />
        </Field>
        {shops.length > 1 && (
          <Field label={t.shops()} error={errors.shopIds?.message} className="sm:col-span-2">
            <Select
              options={[
                { value: 'all', label: t.allShops() },
                { value: 'chosen', label: t.someShops() },
              ]}
              {...form.register('reach')}
            />
          </Field>
        )}
      </div>
      {reach === 'chosen' && <ShopBoxes form={form} shops={shops} />}
      <Field label={t.currentPassword()} required error={errors.currentPassword?.message} className="max-w-100">
        <PasswordField autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
    </div>
  )
}

function ShopBoxes({ form, shops }: Pick<TokenFieldsProps, 'form' | 'shops'>) {
  const text = useWatch({ control: form.control, name: 'shopIds' })
  const chosen = textToShopIds(text)
  return (
    <fieldset>
      <legend className="sr-only">{t.shopsOfToken()}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {shops.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(event) =>
              form.setValue('shopIds', toggleShopId(text, id, event.target.checked), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
