import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { UnfinishedForm } from './unfinished-forms.ts'
import { UnfinishedItem } from './unfinished-item.tsx'

type UnfinishedListProps = {
  open: boolean
  onClose: () => void
  items: readonly { form: UnfinishedForm; name: string; time: string }[]
  shopId: string | undefined
  onContinue: (form: UnfinishedForm) => void
  onDiscard: (form: UnfinishedForm) => void
}

/** Several forms that were left, or one that this page cannot go on with. */
export function UnfinishedList({ open, onClose, items, shopId, onContinue, onDiscard }: UnfinishedListProps) {
  return (
    <Dialog
      open={open}
      onCloseRequest={onClose}
      title="Unfinished forms"
      description="What was typed and not saved. It stays on this device for 30 days."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="flex flex-col gap-4">
        {items.map(({ form, name, time }) => (
          <UnfinishedItem
            key={form.key}
            form={form}
            name={name}
            time={time}
            shopId={shopId}
            onContinue={() => onContinue(form)}
            onDiscard={() => onDiscard(form)}
          />
        ))}
      </ul>
    </Dialog>
  )
}
