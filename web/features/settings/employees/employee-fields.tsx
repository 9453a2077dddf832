import type { UseFormReturn } from 'react-hook-form'
import type { EntityShopAnswer } from '#schema/api/answers/administration-answers.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields } from '../online/contact-fields.tsx'
import { fieldGridClass } from '../online/section.tsx'
import type { EmployeeForm } from './form.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../users/settings-team-texts.ts'

type EmployeeFieldsProps = {
  form: UseFormReturn<EmployeeForm>
  shops: readonly EntityShopAnswer[] | undefined
  /** The employee's current shop, even if it left the entity. */ presentShop?: SelectOption | undefined
  labels: Readonly<Record<keyof EmployeeForm, string>>
}

export function EmployeeFields({ form, shops = [], presentShop, labels }: EmployeeFieldsProps) {
  const { errors } = form.formState
  const options = shops.map(({ shop_id, shop_code, shop_name }) => ({ value: shop_id, label: `${shop_code} – ${shop_name}` }))
  const isPresentListed = presentShop === undefined || options.some(({ value }) => value === presentShop.value)
  return (
    <div className={fieldGridClass}>
      <Field label={labels.name} required error={errors.name?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('name')} />
      </Field>
      <Field label={labels.shopId} required error={errors.shopId?.message} hint={options.length === 0 ? t.employees.noShop() : undefined}>
        <Select placeholder={settings.selectShop()} options={isPresentListed ? options : [...options, presentShop]} {...form.register('shopId')} />
      </Field>
      <Field label={labels.email} error={errors.email?.message} className="md:col-span-2">
        <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
      </Field>
      <ContactFields form={form} labels={labels} marksNeed />
    </div>
  )
}
