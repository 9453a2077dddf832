import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { saveShopProfile } from '#web/api/admin-api.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { detailsSchema, formToUpdate, profileToForm } from './details-form.ts'
import { DetailsFields, type DetailsGroup } from './details-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../shops/settings-shop-texts.ts'

/** The shop's profile. The logo is saved at once; Cancel drops the draft, other ways of closing keep it. */
export function ShopDetailsDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const closing = useClosing(onClose)
  return (
    <>
      <Dialog open size="md" title={t.details.title()} description={shop.name} onCloseRequest={closing.close}>
        <OfflineNotice className="mb-4" />
        <LogoField shopId={shop.id} logo={shopToProfile(shop).logo} />
        <ShopDetails shop={shop} onDone={closing.close} />
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

/** `groups`: those shown, each choice with a draft of its own. `onDone`: closes the dialog around it. */
export function ShopDetails({ shop, groups, onDone }: { shop: BootstrapShop; groups?: readonly DetailsGroup[]; onDone?: () => void }) {
  const profile = shopToProfile(shop)
  return (
    <OnlineForm
      label={t.details.title()}
      formKey={`shop-details/${groups === undefined ? '' : `${groups.join('-')}/`}${shop.id}`}
      schema={detailsSchema}
      opened={profileToForm(profile)}
      submitText={settings.saveChanges()}
      send={(form) => saveShopProfile(shop.id, formToUpdate(form, profile))}
      success={t.details.saved()}
      failure={{ title: settings.saveFailed(), description: t.details.failed() }}
      afterwards="kept"
      onSent={onDone}
      cancel={onDone && { text: common.cancel(), onCancel: onDone }}
    >
      {(form) => <DetailsFields form={form} groups={groups} />}
    </OnlineForm>
  )
}
