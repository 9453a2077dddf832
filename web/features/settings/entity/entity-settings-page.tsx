import { useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { useAuth } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { WithSettingsList } from '../all/settings-list.tsx'
import { OfflineNotice, OnlineWork } from '../online/online-work.tsx'
import { Section, fieldGridClass } from '../online/section.tsx'
import { AssignShopUsers } from './assign-shop-users.tsx'
import { createShop } from '#web/api/admin-api.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { createShopForm, createShopToBody } from '../shops/shop-form.ts'

const labels = createShopForm.inputLabels

function CreateShop({ onCreated }: { onCreated: (shopId: string) => void }) {
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

/** Entity Settings: new shops, and users of each shop. `shops`: the user's own. */
export function EntitySettingsPage({ shops, appSettingsPath }: { shops: readonly BootstrapShop[]; appSettingsPath: string }) {
  const { hasPrivilege } = useAuth()
  const [shopId, setShopId] = useState<string>()
  return (
    <OnlineWork>
      <WithSettingsList>
        <section aria-label="Entity Settings">
          <PageHeader
            title="Entity Settings"
            actions={
              hasPrivilege('view_app_setting') && (
                <Link to={appSettingsPath} className={buttonClass()}>
                  App Settings
                </Link>
              )
            }
          />
          <OfflineNotice />
          <div className="px-4 pb-8">
            <Section id="create-shop" title="Create New Shop" text="You become a member of the shop and see it at once.">
              <CreateShop onCreated={setShopId} />
            </Section>
            <Section id="shop-users" title="Assign Users To Shop" text="Whom you assign sees the shop without signing in again.">
              <AssignShopUsers ownShops={shops} shopId={shopId} onShopChange={setShopId} />
            </Section>
          </div>
        </section>
      </WithSettingsList>
    </OnlineWork>
  )
}
