import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './attention-texts.ts'

type ReadingListProps<Item> = {
  name: string
  items: readonly Item[]
  toId: (item: Item) => string
  /** Maximum of shown items; all when absent. */
  limit?: number | undefined
  onMore?: (() => void) | undefined
  listClass?: string | undefined
  /** @throws AppError UNAVAILABLE when storage is full */
  dismiss: (ids: readonly string[]) => Promise<void>
  onDismissed: () => void
  children: (item: Item, onDismiss: () => void) => ReactNode
}

/** A list of items to dismiss one by one or all at once; renders nothing when empty. */
export function ReadingList<Item>({ name, items, toId, limit = items.length, onMore, listClass, dismiss, onDismissed, children }: ReadingListProps<Item>) {
  const takeOff = async (gone: readonly Item[]): Promise<void> => {
    const { ok } = await runAction({ run: () => dismiss(gone.map(toId)), failure: t.listFailed() })
    if (ok) onDismissed()
  }
  if (items.length === 0) return null
  return (
    <div className="border-b border-line pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4">
        <h4 className="min-h-11 content-center text-sm text-muted">{t.listWithCount({ name, count: countToText(items.length) })}</h4>
        {items.length > 1 && (
          <Button variant="ghost" className="px-2 text-accent-ink" onClick={() => void takeOff(items)}>
            {t.dismissAll()}
          </Button>
        )}
      </div>
      <ul aria-label={name} className={listClass}>
        {items.slice(0, limit).map((item) => (
          <li key={toId(item)} className="not-last:border-b not-last:border-line">
            {children(item, () => void takeOff([item]))}
          </li>
        ))}
      </ul>
      {items.length > limit && (
        <Button variant="ghost" className="mx-3 px-2 text-accent-ink" onClick={onMore}>
          {t.showMore({ count: countToText(items.length - limit) })}
        </Button>
      )}
    </div>
  )
}

type ReadingItemProps = {
  title: string
  /** Path of the item's row, if it exists on this device. */
  path: string | undefined
  onLeave: () => void
  onDismiss: () => void
  children: ReactNode
}

export function ReadingItem({ title, path, onLeave, onDismiss, children }: ReadingItemProps) {
  return (
    <article aria-label={title} className="px-4 py-2.5">
      <p className="font-semibold tabular-nums wrap-anywhere">{title}</p>
      <p className="wrap-anywhere">{children}</p>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {path !== undefined && (
          <Link to={path} className={buttonClass('secondary', 'md', 'px-3')} onClick={onLeave}>
            {common.open()}
            <ChevronRight aria-hidden="true" />
          </Link>
        )}
        <Button variant="ghost" className="px-3" onClick={onDismiss}>
          <Check aria-hidden="true" />
          {t.gotIt()}
        </Button>
      </div>
    </article>
  )
}
