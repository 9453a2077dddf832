import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { UnfinishedForm } from './unfinished-forms.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './unfinished-texts.ts'

type UnfinishedListProps = {
  open: boolean
  onClose: () => void
  items: readonly { form: UnfinishedForm; name: string; time: string }[]
  shopId: string | undefined
  onContinue: (form: UnfinishedForm) => void
  onDiscard: (form: UnfinishedForm) => void
}

/** Lists several drafts, or one that cannot be continued here. */
export function UnfinishedList({ open, onClose, items, shopId, onContinue, onDiscard }: UnfinishedListProps) {
  return (
    <Dialog open={open} onCloseRequest={onClose} title={t.title()} description={t.lead()} footer={<Button onClick={onClose}>{common.close()}</Button>}>
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

type UnfinishedItemProps = {
  form: UnfinishedForm
  name: string
  time: string
  shopId: string | undefined
  onContinue: () => void
  onDiscard: () => void
}

function UnfinishedItem({ form, name, time, shopId, onContinue, onDiscard }: UnfinishedItemProps) {
  const shop = useBootstrap()?.shops.find(({ id }) => id === form.shopId)
  const isElsewhere = form.shopId !== shopId
  const isGone = form.row !== undefined && form.dialog === undefined
  return (
    <li className="flex flex-col gap-2 border-b border-line pb-4 last:border-b-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-semibold break-words">{name}</span>
        <span className="text-sm text-muted tabular-nums">{[isElsewhere ? shop?.name : undefined, time].filter(Boolean).join(', ')}</span>
      </p>
      {isGone && <p className="text-sm text-danger-ink">{t.gone()}</p>}
      {form.text !== '' && (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, and must be reached with the keyboard
          tabIndex={form.text.length > 200 ? 0 : undefined}
          className="max-h-40 overflow-auto rounded-md bg-sunken px-3 py-2 font-sans text-sm whitespace-pre-wrap break-words"
        >
          {form.text}
        </pre>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDiscard}>{t.discard()}</Button>
        <CopyButton readText={() => form.text}>{t.copyText()}</CopyButton>
        {form.dialog !== undefined && (!isElsewhere || shop !== undefined) && (
          <Button variant="primary" onClick={onContinue}>
            {isElsewhere ? t.goTo({ shop: shop?.name ?? '' }) : t.continue()}
          </Button>
        )}
      </div>
    </li>
  )
}
