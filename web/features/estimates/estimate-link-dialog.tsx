import { LinkDialog } from '#web/features/papers/codes/link-dialog.tsx'

export function EstimateLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <LinkDialog
      url={url}
      onClose={onClose}
      shareTitle="Estimate"
      description="Anyone who has this link can answer once. Copy it now: it is not shown again, but you can make another."
    />
  )
}
