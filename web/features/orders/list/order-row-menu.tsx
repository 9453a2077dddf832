import { Ellipsis, EllipsisVertical, Printer } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { cn } from '#web/ui/cn.ts'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { useRowTabIndex } from '#web/ui/tables/active-row.ts'

const entries = [
  { paper: 'device-label', label: 'Print label' },
  { paper: 'drop-off', label: 'Print receipt' },
  { paper: 'pick-up', label: 'Print pick-up receipt' },
  { paper: 'job-sheet', label: 'Print job sheet' },
] as const

type OrderRowMenuProps = {
  orderId: string
  className?: string | undefined
  /** Stands above the dots, so that the menu takes no place of its own. */
  ticket?: string
}

/** What can be done with a row without opening it (PRINT-01). The menu is mounted at the first press, because a list has many of these. */
export function OrderRowMenu({ orderId, ...face }: OrderRowMenuProps) {
  const [isMade, setIsMade] = useState(false)
  if (!isMade) return <Face {...face} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsMade(true)} />
  return (
    <DropdownMenu trigger={<Face {...face} />} align={face.ticket === undefined ? 'end' : 'start'} isOpenAtFirst>
      {entries.map(({ paper, label }) => (
        <MenuItem key={paper} icon={<Printer aria-hidden="true" />} onSelect={() => openDialog({ kind: 'papers', orderIds: [orderId], paper })}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

const name = 'Actions of this order'

function Face({ className, ticket, ...rest }: ComponentProps<'button'> & Pick<OrderRowMenuProps, 'ticket'>) {
  const tabIndex = useRowTabIndex()
  const shape = ticket === undefined ? 'size-11 items-center bg-hover text-muted' : 'min-h-11 flex-col items-start text-left'
  return (
    <button
      {...rest}
      type="button"
      aria-label={ticket === undefined ? name : `${ticket}, ${name.toLowerCase()}`}
      title={name}
      tabIndex={tabIndex}
      className={cn('flex justify-center rounded-md hover:bg-sunken focus-visible:-outline-offset-2', shape, className)}
    >
      {ticket === undefined ? (
        <EllipsisVertical aria-hidden="true" className="size-5" />
      ) : (
        <>
          <span className="tabular-nums">{ticket}</span>
          <Ellipsis aria-hidden="true" className="-mb-1 size-4 text-muted" />
        </>
      )}
    </button>
  )
}
