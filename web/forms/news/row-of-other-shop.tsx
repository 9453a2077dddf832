import { Link } from '#web/navigation/link.tsx'
import { useShopName } from './use-shop-name.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type RowOfOtherShopProps = {
  /** 'order', 'task'. */
  noun: string
  /** Which shop it belongs to. */
  shopId: string
  /** Where it can be looked at. */
  path: string
  onClose: () => void
}

/** An address names a row of another shop of this person: nothing of it shows under this one. */
export function RowOfOtherShop({ noun, shopId, path, onClose }: RowOfOtherShopProps) {
  const shopName = useShopName(shopId)
  return (
    <Dialog
      open
      size="sm"
      title={`This ${noun} belongs to ${shopName}`}
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Link to={path} replace className={buttonClass('primary')}>
            Open it there
          </Link>
        </>
      }
    >
      <p>The address that you opened names another shop.</p>
    </Dialog>
  )
}
