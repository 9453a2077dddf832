import { Link } from '#web/navigation/link.tsx'
import { useShopName } from './use-shop-name.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

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
