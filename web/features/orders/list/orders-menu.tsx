import { BookmarkPlus, Ellipsis, PencilLine, Printer, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'

type OrdersMenuProps = {
  /** Absent while there is nothing to print. */
  onPrint: (() => void) | undefined
  /** The name of the saved view that is shown. */
  savedName: string | undefined
  onSave: (name: string) => void
  onRename: (before: string, name: string) => void
  onRemove: (name: string) => void
}

/** What is done rarely with the list. */
export function OrdersMenu({ onPrint, savedName, onSave, onRename, onRemove }: OrdersMenuProps) {
  const [naming, setNaming] = useState<'save' | 'rename'>()
  return (
    <>
      <DropdownMenu trigger={<IconButton label="More" icon={<Ellipsis aria-hidden="true" />} />}>
        {onPrint && (
          <MenuItem icon={<Printer aria-hidden="true" />} onSelect={onPrint}>
            Print for these rows
          </MenuItem>
        )}
        <MenuItem icon={<BookmarkPlus aria-hidden="true" />} onSelect={() => setNaming('save')}>
          Save this view…
        </MenuItem>
        {savedName !== undefined && (
          <>
            <MenuSeparator />
            <MenuItem icon={<PencilLine aria-hidden="true" />} onSelect={() => setNaming('rename')}>
              Rename “{savedName}”…
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => onRemove(savedName)}>
              Delete “{savedName}”
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {naming !== undefined && (
        <NameDialog
          title={naming === 'save' ? 'Save View' : 'Rename View'}
          name={naming === 'rename' ? (savedName ?? '') : ''}
          onClose={() => setNaming(undefined)}
          onName={(name) => (naming === 'rename' && savedName !== undefined ? onRename(savedName, name) : onSave(name))}
        />
      )}
    </>
  )
}

type NameDialogProps = { title: string; name: string; onName: (name: string) => void; onClose: () => void }

const nameMaxLength = 40

function NameDialog({ title, name: first, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(first)
  const [isMissing, setIsMissing] = useState(false)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') return setIsMissing(true)
    onName(name.trim())
    onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description="Kept for you on this device, with its filters and order."
      onCloseRequest={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </>
      }
    >
      <Field label="Name" required error={isMissing ? 'Name is required' : undefined}>
        <TextField value={name} maxLength={nameMaxLength} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}
