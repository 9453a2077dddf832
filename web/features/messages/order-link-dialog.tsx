import { LinkDialog } from '#web/features/papers/codes/link-dialog.tsx'

/** The link to the customer's order page; it is shown only once. */
export function OrderLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <LinkDialog
      url={url}
      onClose={onClose}
      shareTitle="Your repair"
      description="Anyone who has this link sees the order until 90 days after it is finished. Copy it now: it is not shown again, but you can make another."
    />
  )
}
