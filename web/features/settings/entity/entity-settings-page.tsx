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
import { settings } from '../all/settings-texts.ts'
import { t } from '../users/settings-team-texts.ts'

const labels = createShopForm.inputLabels

function CreateShop({ onCreated }: { onCreated: (shopId: string) => void }) {
  return (
    <OnlineForm
      label={t.entity.createShop()}
      formKey="shop-add"
      schema={createShopForm.schema}
      opened={createShopForm.empty}
      submitText={t.entity.create()}
      busyText={settings.creating()}
      send={(form) => createShop(createShopToBody(form))}
      success={t.entity.created()}
      failure={t.entity.createFailed()}
      afterwards="emptied"
      onSent={({ id }) => onCreated(id)}
      cancel={{ text: t.entity.clear() }}
    >
      {(form) => {
        const { errors } = form.formState
        return (
          <div className={fieldGridClass}>
            <Field label={labels.name} required error={errors.name?.message}>
              <TextField autoComplete="off" {...form.register('name')} />
            </Field>
            <Field label={labels.code} required error={errors.code?.message} hint={t.entity.codeHint()}>
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
        <section aria-label={t.entity.title()}>
          <PageHeader
            title={t.entity.title()}
            actions={
              hasPrivilege('view_app_setting') && (
                <Link to={appSettingsPath} className={buttonClass()}>
                  {t.entity.appSettings()}
                </Link>
              )
            }
          />
          <OfflineNotice />
          <div className="px-4 pb-8">
            <Section id="create-shop" title={t.entity.createShop()} text={t.entity.createShopText()}>
              <CreateShop onCreated={setShopId} />
            </Section>
            <Section id="shop-users" title={t.entity.assignUsers()} text={t.entity.assignUsersText()}>
              <AssignShopUsers ownShops={shops} shopId={shopId} onShopChange={setShopId} />
            </Section>
          </div>
        </section>
      </WithSettingsList>
    </OnlineWork>
  )
}
