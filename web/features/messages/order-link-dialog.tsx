import { LinkDialog } from '#web/features/papers/codes/link-dialog.tsx'
import { t } from './messaging-texts.ts'

/** The link to the customer's order page; it is shown only once. */
export function OrderLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return <LinkDialog url={url} onClose={onClose} shareTitle={t.yourRepair()} description={t.linkText()} />
}
