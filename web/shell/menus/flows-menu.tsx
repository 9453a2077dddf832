import { ClipboardPlus, Plus, UserPlus, UserRoundPlus } from 'lucide-react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { openDialog } from '../../navigation/dialogs.ts'

/** The Flows menu (NAV-33..35); its Create Customer is the guided flow (AMB-69). */
export function FlowsMenu({ isEnabled }: { isEnabled: boolean }) {
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label="New"
          disabled={!isEnabled}
          className={buttonClass('primary', 'md', 'max-sm:size-11 max-sm:px-0 sm:gap-1.5 sm:pr-4 sm:pl-3 lg:max-xl:px-3.5')}
        >
          <Plus aria-hidden="true" className="lg:max-xl:hidden" />
          <span className="max-sm:sr-only">New</span>
        </button>
      }
    >
      <MenuItem icon={<UserRoundPlus aria-hidden="true" />} onSelect={() => openDialog({ kind: 'customer-order' })}>
        Create Customer+Order
      </MenuItem>
      <MenuItem icon={<UserPlus aria-hidden="true" />} onSelect={() => openDialog({ kind: 'customer-add', guided: true })}>
        Create Customer
      </MenuItem>
      <MenuItem icon={<ClipboardPlus aria-hidden="true" />} shortcut="n" onSelect={() => openDialog({ kind: 'order-add' })}>
        Create Order
      </MenuItem>
    </DropdownMenu>
  )
}
