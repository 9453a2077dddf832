import { Flag, Repeat2 } from 'lucide-react'
import { cn } from '#web/ui/cn.ts'

const iconByTag = { Priority: Flag, Repeat: Repeat2 }

/** Before the item. Screen readers hear 'Priority: '. */
export function ItemMark({ tag, className }: { tag: 'Priority' | 'Repeat'; className?: string }) {
  const Icon = iconByTag[tag]
  return (
    <span title={tag} className={cn('inline-flex shrink-0', tag === 'Priority' ? 'text-warn-ink' : 'text-accent-ink', className)}>
      <Icon aria-hidden="true" className={cn('size-4', tag === 'Priority' && 'fill-current')} />
      <span className="sr-only">{tag}: </span>
    </span>
  )
}
