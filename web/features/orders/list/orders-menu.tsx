import { BookmarkPlus, Download, ListChecks, PencilLine, Printer, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { OrdersQuery } from '#web/device/lists/list-queries.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { ListMenu } from '#web/list-kit/list-tools.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useOrdersCsv } from '../bulk/use-orders-csv.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'
import { t } from './orders-texts.ts'
import { common } from '#web/language/common-texts.ts'

type OrdersMenuProps = {
  shopId: string
  query: OrdersQuery
  /** Absent while there is nothing to select. */
  selecting: { isOn: boolean; switchTo: (isOn: boolean) => void } | undefined
  /** Absent while there is nothing to print. */
  onPrint: (() => void) | undefined
  /** Absent where no views are saved. */
  views: SavedViews | undefined
}

type SavedViews = {
  /** The name of the saved view that is shown. */
  savedName: string | undefined
  onSave: (name: string) => void
  onRename: (before: string, name: string) => void
  onRemove: (name: string) => void
}

/** What is done rarely with the list. */
export function OrdersMenu({ shopId, query, selecting, onPrint, views }: OrdersMenuProps) {
  const device = useDevice()
  const { save } = useOrdersCsv(shopId)
  const isWide = useMediaQuery('(min-width: 1280px)')
  const savedName = views?.savedName
  const [naming, setNaming] = useState<'save' | 'rename'>()
  return (
    <>
      <ListMenu>
        {/* A wide screen shows the checkboxes at all times. */}
        {selecting && !isWide && (
          <MenuItem icon={<ListChecks aria-hidden="true" />} onSelect={() => selecting.switchTo(!selecting.isOn)}>
            {selecting.isOn ? t.stopSelecting() : t.selectOrders()}
          </MenuItem>
        )}
        <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => save(() => device.lists.findOrderIds(query))}>
          {t.csv()}
        </MenuItem>
        {onPrint && (
          <MenuItem icon={<Printer aria-hidden="true" />} onSelect={onPrint}>
            {t.printRows()}
          </MenuItem>
        )}
        {views && (
          <MenuItem icon={<BookmarkPlus aria-hidden="true" />} onSelect={() => setNaming('save')}>
            {t.saveThisView()}
          </MenuItem>
        )}
        {views && savedName !== undefined && (
          <>
            <MenuSeparator />
            <MenuItem icon={<PencilLine aria-hidden="true" />} onSelect={() => setNaming('rename')}>
              {t.renameThis({ name: savedName })}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => views.onRemove(savedName)}>
              {t.deleteThis({ name: savedName })}
            </MenuItem>
          </>
        )}
      </ListMenu>
      {views && naming !== undefined && (
        <NameDialog
          title={naming === 'save' ? t.saveView() : t.renameView()}
          name={naming === 'rename' ? (savedName ?? '') : ''}
          onClose={() => setNaming(undefined)}
          onName={(name) => (naming === 'rename' && savedName !== undefined ? views.onRename(savedName, name) : views.onSave(name))}
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
      description={t.viewKept()}
      onCloseRequest={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel()}</Button>
          <Button type="submit" variant="primary">
            {common.save()}
          </Button>
        </>
      }
    >
      <Field label={common.name()} required error={isMissing ? t.nameRequired() : undefined}>
        <TextField value={name} maxLength={nameMaxLength} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}
