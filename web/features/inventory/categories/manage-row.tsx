import { ClipboardPaste, Copy, EllipsisVertical, GripVertical, IndentDecrease, IndentIncrease, Pencil } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import type { CategoryRow } from '#schema/rules/inventory/category-tree-rows.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Twisty } from '../inventory-row.tsx'
import { t } from './categories-texts.ts'

/** Actions of a row; `child` and `parent` are absent without a target. */
export type ManageActions = { edit: () => void; child: (() => void) | undefined; parent: (() => void) | undefined; copy: () => void; paste: () => void }

type ManageCellsProps = {
  row: CategoryRow<Product>
  isActive: boolean
  isNarrow: boolean
  isPicked: boolean
  actions: ManageActions
  onPick: () => void
  onGrip: (event: PointerEvent) => void
}

export function ManageCells({ row: { id, node, isEmpty, isOpen }, isActive, isNarrow, isPicked, actions, onPick, onGrip }: ManageCellsProps) {
  const isUnsent = useIsUnsent('categories', id)
  const tabIndex = isActive ? 0 : -1
  const { name } = node
  return (
    <>
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-1">
        {/* No tooltip: it would cover the grip below. */}
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={t.move({ name })}
          aria-pressed={isPicked}
          className={buttonClass('ghost', 'md', cn('size-11 cursor-grab touch-none px-0 text-muted', isPicked && 'bg-accent-soft text-accent-ink'))}
          onPointerDown={onGrip}
          onClick={(event) => {
            // Focus the row, so that arrow keys continue from it.
            event.currentTarget.closest<HTMLElement>('[role="row"]')?.focus()
            onPick()
          }}
        >
          <GripVertical aria-hidden="true" />
        </button>
        <Twisty isEmpty={isEmpty} isOpen={isOpen} />
        <span title={name} className="truncate pl-1">
          {name}
        </span>
        {isUnsent && <UnsentMark />}
      </div>
      <div role="gridcell" className="flex shrink-0">
        <IconButton tabIndex={tabIndex} label={t.editNamed({ name })} icon={<Pencil aria-hidden="true" />} onClick={actions.edit} />
        {isNarrow ? <RowMenu name={name} tabIndex={tabIndex} actions={actions} /> : <RowButtons name={name} tabIndex={tabIndex} actions={actions} />}
      </div>
    </>
  )
}

type Action = { label: string; name: string; icon: ReactNode; run: (() => void) | undefined }

const toActions = (name: string, { child, parent, copy, paste }: ManageActions): Action[] => [
  { label: t.act.child(), name: t.act.childNamed({ name }), icon: <IndentIncrease aria-hidden="true" />, run: child },
  { label: t.act.parent(), name: t.act.parentNamed({ name }), icon: <IndentDecrease aria-hidden="true" />, run: parent },
  { label: t.act.copy(), name: t.act.copyNamed({ name }), icon: <Copy aria-hidden="true" />, run: copy },
  { label: t.act.paste(), name: t.act.pasteNamed({ name }), icon: <ClipboardPaste aria-hidden="true" />, run: paste },
]

function RowButtons({ name, tabIndex, actions }: { name: string; tabIndex: number; actions: ManageActions }) {
  return toActions(name, actions).map((action) => (
    <Button
      key={action.label}
      variant="ghost"
      tabIndex={tabIndex}
      aria-label={action.name}
      title={action.name}
      aria-disabled={action.run === undefined || undefined}
      className="px-2.5 text-sm"
      onClick={action.run}
    >
      {action.icon}
      {action.label}
    </Button>
  ))
}

function RowMenu({ name, tabIndex, actions }: { name: string; tabIndex: number; actions: ManageActions }) {
  return (
    <DropdownMenu trigger={<IconButton tabIndex={tabIndex} label={t.moreFor({ name })} icon={<EllipsisVertical aria-hidden="true" />} />}>
      {toActions(name, actions).map((action) => (
        <MenuItem key={action.label} icon={action.icon} disabled={action.run === undefined} onSelect={() => action.run?.()}>
          {action.label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
