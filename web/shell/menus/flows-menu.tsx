import { Plus } from 'lucide-react'
import { allFeatures } from '#web/features/all-features.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { openDialog } from '../../navigation/dialogs.ts'
import { t } from '../shell-texts.ts'

const entries = allFeatures.flatMap(({ flows = [] }) => flows)

export function FlowsMenu({ isEnabled }: { isEnabled: boolean }) {
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={t.new()}
          disabled={!isEnabled}
          className={buttonClass('primary', 'md', 'max-sm:size-11 max-sm:px-0 sm:gap-1.5 sm:pr-4 sm:pl-3 lg:max-xl:px-3.5')}
        >
          <Plus aria-hidden="true" className="lg:max-xl:hidden" />
          <span className="max-sm:sr-only">{t.new()}</span>
        </button>
      }
    >
      {entries.map(({ label, Icon, shortcut, dialog }) => (
        <MenuItem key={label} icon={<Icon aria-hidden="true" />} shortcut={shortcut} onSelect={() => openDialog(dialog)}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
