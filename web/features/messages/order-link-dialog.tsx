import { LinkDialog } from '#web/features/papers/codes/link-dialog.tsx'

/** The link to the customer's order page; it is shown only once. */
export function OrderLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <LinkDialog
      url={url}
      onClose={onClose}
      shareTitle="Your repair"
      description="Whoever has it sees the order, until 90 days after its end. It is shown only now; make another one if you need it again."
    />
  )
}
