import { EllipsisVertical, Printer } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { cn } from '#web/ui/cn.ts'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { useRowTabIndex } from '#web/ui/tables/active-row.ts'
import { t } from './orders-texts.ts'

export const orderPaperMenu = [
  { paper: 'device-label', label: t.print['device-label']() },
  { paper: 'drop-off', label: t.print['drop-off']() },
  { paper: 'pick-up', label: t.print['pick-up']() },
  { paper: 'job-sheet', label: t.print['job-sheet']() },
] as const

/** Actions on a row. Mount the menu on first press: a list has many rows. */
export function OrderRowMenu({ orderId, className }: { orderId: string; className?: string | undefined }) {
  const [isMade, setIsMade] = useState(false)
  if (!isMade) return <Face aria-haspopup="menu" aria-expanded={false} className={className} onClick={() => setIsMade(true)} />
  return (
    <DropdownMenu trigger={<Face className={className} />} isOpenAtFirst>
      {orderPaperMenu.map(({ paper, label }) => (
        <MenuItem key={paper} icon={<Printer aria-hidden="true" />} onSelect={() => openDialog({ kind: 'papers', orderIds: [orderId], paper })}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

function Face({ className, ...rest }: ComponentProps<'button'>) {
  const tabIndex = useRowTabIndex()
  return (
    <button
      {...rest}
      type="button"
      aria-label={t.actions()}
      title={t.actions()}
      tabIndex={tabIndex}
      className={cn('flex size-11 items-center justify-center rounded-md bg-hover text-muted hover:bg-sunken focus-visible:-outline-offset-2', className)}
    >
      <EllipsisVertical aria-hidden="true" className="size-5" />
    </button>
  )
}
