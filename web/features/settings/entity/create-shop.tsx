import { createShop } from '#web/api/admin-api.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { fieldGridClass } from '../online/section.tsx'
import { createShopForm, createShopToBody } from '../shops/shop-form.ts'

const labels = createShopForm.inputLabels

/** Create New Shop (ENTSET-01, ENTSET-02, ENTSET-07..10). */
export function CreateShop({ onCreated }: { onCreated: (shopId: string) => void }) {
  return (
    <OnlineForm
      label="Create New Shop"
      formKey="shop-add"
      schema={createShopForm.schema}
      opened={createShopForm.empty}
      submitText="Create Shop"
      busyText="Creating..."
      send={(form) => createShop(createShopToBody(form))}
      success="Shop created successfully!"
      failure="Failed to create shop"
      afterwards="emptied"
      onSent={({ id }) => onCreated(id)}
      cancel={{ text: 'Clear' }}
    >
      {(form) => {
        const { errors } = form.formState
        return (
          <div className={fieldGridClass}>
            <Field label={labels.name} required error={errors.name?.message}>
              <TextField autoComplete="off" {...form.register('name')} />
            </Field>
            <Field label={labels.code} required error={errors.code?.message} hint="Only letters, numbers, and dashes. It is part of the shop's public address.">
              <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('code')} />
            </Field>
            <Field label={labels.description} error={errors.description?.message} className="md:col-span-2">
              <TextArea rows={3} {...form.register('description')} />
            </Field>
          </div>
        )
      }}
    </OnlineForm>
  )
}
