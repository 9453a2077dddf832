import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { reads, type ShopAnswer, updateShop } from '#web/api/admin-api.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field, inputClass } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { defaultShopColor, type EditShopForm, editShopForm, editShopToBody, typedToColor } from '../shops/shop-form.ts'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-app-texts.ts'

/** Edit Shop. Closing by the cross keeps a draft; Cancel drops it. */
export function EditShopDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const shops = useOnline(reads.allShops)
  const closing = useClosing(onClose)
  return (
    <>
      <Dialog open size="md" title={t.shop.edit()} onCloseRequest={closing.close}>
        <OnlineData answer={shops}>
          {(rows) => {
            const shop = rows.find(({ id }) => id === shopId)
            return shop === undefined ? <p>{t.shop.gone()}</p> : <EditShopForm shop={shop} onClose={closing.close} />
          }}
        </OnlineData>
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

function EditShopForm({ shop, onClose }: { shop: ShopAnswer; onClose: () => void }) {
  // The code at opening; the warning compares with it.
  const [firstCode] = useState(shop.code)
  return (
    <OnlineForm
      label={t.shop.edit()}
      formKey={`shop-edit/${shop.id}`}
      schema={editShopForm.schema}
      opened={editShopForm.toForm(shop)}
      submitText={t.shop.update()}
      send={(form) => updateShop(shop.id, editShopToBody(form))}
      success={t.shop.updated()}
      failure={{ title: settings.error(), description: t.shop.updateFailed() }}
      afterwards="kept"
      onSent={onClose}
      cancel={{ text: common.cancel(), onCancel: onClose }}
    >
      {(form) => <EditShopFields form={form} firstCode={firstCode} />}
    </OnlineForm>
  )
}

const labels = editShopForm.inputLabels

function EditShopFields({ form, firstCode }: { form: UseFormReturn<EditShopForm>; firstCode: string }) {
  const { errors } = form.formState
  const code = useWatch({ control: form.control, name: 'code' })
  return (
    <div className="flex flex-col gap-4">
      <Field label={labels.name} required error={errors.name?.message}>
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={labels.code} required error={errors.code?.message} hint={code === firstCode ? undefined : t.shop.codeChanges()}>
        <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('code')} />
      </Field>
      <Field label={labels.description} error={errors.description?.message}>
        <TextArea rows={3} {...form.register('description')} />
      </Field>
      <Controller
        control={form.control}
        name="color"
        render={({ field, fieldState }) => (
          <Field label={labels.color} error={fieldState.error?.message} className="max-w-60">
            <ColorInput value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
    </div>
  )
}

/** The system's colour picker with a text input that accepts common notations. */
function ColorInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <span className="flex items-center gap-2">
      <input
        type="color"
        aria-label={t.shop.pickColor()}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : defaultShopColor}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} h-11 w-14 shrink-0 p-1`}
      />
      <TextField
        value={value}
        maxLength={40}
        spellCheck={false}
        autoCapitalize="none"
        className="min-w-28 flex-1 tabular-nums"
        onChange={(event) => onChange(typedToColor(event.target.value))}
      />
    </span>
  )
}
