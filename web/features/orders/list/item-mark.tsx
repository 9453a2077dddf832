import { Flag, Repeat2 } from 'lucide-react'
import { cn } from '#web/ui/cn.ts'
import { t } from './orders-texts.ts'

const iconByTag = { priority: Flag, repeat: Repeat2 }

/** Before the item. Screen readers hear 'Priority: '. */
export function ItemMark({ tag, className }: { tag: 'priority' | 'repeat'; className?: string }) {
  const Icon = iconByTag[tag]
  return (
    <span title={t.tag[tag]()} className={cn('inline-flex shrink-0', tag === 'priority' ? 'text-warn-ink' : 'text-accent-ink', className)}>
      <Icon aria-hidden="true" className={cn('size-4', tag === 'priority' && 'fill-current')} />
      <span className="sr-only">{t.tag[tag]()}: </span>
    </span>
  )
}
