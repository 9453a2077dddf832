import { Link } from '#web/navigation/link.tsx'
import { useShopName } from './use-shop-name.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '#web/forms/forms-texts.ts'
import { common } from '#web/language/common-texts.ts'

type RowOfOtherShopProps = {
  /** 'order', 'task'. */
  noun: string
  shopId: string
  path: string
  onClose: () => void
}

/** The address names a row of another of the user's shops: this shop shows nothing of it. */
export function RowOfOtherShop({ noun, shopId, path, onClose }: RowOfOtherShopProps) {
  const shopName = useShopName(shopId)
  return (
    <Dialog
      open
      size="sm"
      title={t.otherShop({ noun, shop: shopName })}
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.close()}</Button>
          <Link to={path} replace className={buttonClass('primary')}>
            {t.openThere()}
          </Link>
        </>
      }
    >
      <p>{t.otherShopText()}</p>
    </Dialog>
  )
}
