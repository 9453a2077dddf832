import { LinkDialog } from '#web/features/papers/codes/link-dialog.tsx'

export function EstimateLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <LinkDialog
      url={url}
      onClose={onClose}
      shareTitle="Estimate"
      description="Whoever has it can answer once. It is shown only now; send again for another one."
    />
  )
}
