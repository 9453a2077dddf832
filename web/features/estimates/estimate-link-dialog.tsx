import { LinkDialog } from '#web/features/papers/codes/link-dialog.tsx'
import { t } from './estimates-texts.ts'

export function EstimateLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return <LinkDialog url={url} onClose={onClose} shareTitle={t.linkTitle()} description={t.linkText()} />
}
