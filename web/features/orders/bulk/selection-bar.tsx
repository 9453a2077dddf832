import { ChevronDown, Download, Flag, Printer, Trash2, User, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OrdersQuery } from '#web/device/lists/list-queries.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useEmployees } from '#web/device/react/use-device.ts'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { orderPaperMenu } from '../list/order-row-menu.tsx'
import type { BulkAct } from './bulk-act.ts'
import { askToTellMany } from '#web/features/messages/ask-to-tell.ts'
import { startBulk, useBulk } from './bulk-store.ts'
import { actToText } from './bulk-words.ts'
import { useOrdersCsv } from './use-orders-csv.ts'
import { useBulkJob, useBulkNames } from './use-bulk-job.ts'
import type { Selection } from './use-selection.ts'
import { restorableDays } from '#schema/rules/merge/restore.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t as list } from '../list/orders-texts.ts'
import { t } from '../order-bulk-texts.ts'

/** From this many orders on every action asks first. */
const askFrom = 1_000

const needsConfirmation = (act: BulkAct, count: number): boolean => act.kind === 'delete' || count >= askFrom

type ConfirmBulkProps = { act: BulkAct; text: string; count: number; onConfirm: () => void; onClose: () => void }

function ConfirmBulk({ act, text, count, onConfirm, onClose }: ConfirmBulkProps) {
  const isDelete = act.kind === 'delete'
  return (
    <Dialog
      open
      size="sm"
      title={isDelete ? t.ask.deleted({ count }) : t.ask.updated({ count })}
      onCloseRequest={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[data-bulk-no]')}
      footer={
        <>
          <Button data-bulk-no onClick={onClose}>
            {common.no()}
          </Button>
          <Button variant={isDelete ? 'danger' : 'primary'} className="ml-auto" onClick={onConfirm}>
            {common.yes()}
          </Button>
        </>
      }
    >
      <p>{isDelete ? t.deleteHint({ days: restorableDays }) : text}</p>
    </Dialog>
  )
}

type SelectionBarProps = {
  shopId: string
  selection: Selection
  /** The list's query and its number of matches. */
  query: OrdersQuery
  found: number
  onClose: () => void
}

/** Actions for the selected orders, below the list so that no row moves. */
export function SelectionBar({ shopId, selection, query, found, onClose }: SelectionBarProps) {
  const device = useDevice()
  const toJob = useBulkJob(shopId)
  const names = useBulkNames(shopId)
  const [asked, setAsked] = useState<BulkAct>()
  const isBusy = useBulk(({ state }) => state !== null)
  const [isReading, setIsReading] = useState(false)
  const count = selection.ids.size

  const run = async (act: BulkAct): Promise<void> => {
    setAsked(undefined)
    const outcome = await runAction({ run: () => startBulk(toJob(act), [...selection.ids]), failure: t.notAllChanged() })
    const result = outcome.ok ? outcome.value : undefined
    if (result === undefined) return
    const isPart = result.refused.length + result.left.length > 0
    if (isPart) selection.replace([...result.refused.map(({ id }) => id), ...result.left])
    if (act.kind === 'status') askToTellMany(device, { shopId, orderIds: result.done.map(({ id }) => id), orderStatusId: act.value, isTold: isPart })
  }
  const ask = (act: BulkAct): void => (needsConfirmation(act, count) ? setAsked(act) : void run(act))
  const addAllFound = async (): Promise<void> => {
    setIsReading(true)
    const ids = await runAction({ run: () => device.lists.findOrderIds(query), failure: t.selectAllFailed() })
    if (ids.ok) selection.add(ids.value)
    setIsReading(false)
  }

  return (
    <div
      role="group"
      aria-label={t.selectedOrders()}
      className="flex items-center gap-x-2 gap-y-1 border-t border-line bg-surface px-4 py-1.5 max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:flex-wrap sm:flex-wrap"
    >
      <span className="font-semibold whitespace-nowrap tabular-nums">{t.selected({ count: countToText(count) })}</span>
      {count < found && (
        <Button variant="ghost" className="px-3 text-accent-ink" busy={isReading} onClick={() => void addAllFound()}>
          {t.selectFound({ count: countToText(found) })}
        </Button>
      )}
      <IconButton label={t.clearSelection()} icon={<X aria-hidden="true" />} className="max-sm:ml-auto" onClick={onClose} />
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:pb-1 sm:ml-auto">
        <StatusMenu isBusy={isBusy} onChoose={(value) => ask({ kind: 'status', value })} />
        <AssigneeMenu shopId={shopId} isBusy={isBusy} onChoose={(value) => ask({ kind: 'assignee', value })} />
        <Menu label={t.priority()} icon={<Flag aria-hidden="true" />} isBusy={isBusy}>
          <MenuItem onSelect={() => ask({ kind: 'priority', value: true })}>{t.priority()}</MenuItem>
          <MenuItem onSelect={() => ask({ kind: 'priority', value: false })}>{t.noPriority()}</MenuItem>
        </Menu>
        <PrintMenu ids={selection.ids} />
        <CsvButton shopId={shopId} ids={selection.ids} />
        <DeleteButton isBusy={isBusy} onPress={() => ask({ kind: 'delete' })} />
      </div>
      {asked !== undefined && (
        <ConfirmBulk act={asked} text={actToText(asked, names)} count={count} onConfirm={() => void run(asked)} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

type MenuProps = { label: string; icon: ReactNode; isBusy: boolean; children: ReactNode }

function Menu({ label, icon, isBusy, children }: MenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button className="px-3" disabled={isBusy}>
          {icon}
          {label}
          <ChevronDown aria-hidden="true" className="size-4 text-muted" />
        </Button>
      }
    >
      {children}
    </DropdownMenu>
  )
}

function StatusMenu({ isBusy, onChoose }: { isBusy: boolean; onChoose: (statusId: string) => void }) {
  const statuses = useOrderStatuses()
  return (
    <Menu label={common.status()} icon={null} isBusy={isBusy}>
      {statuses.map(({ id }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          <StatusChip statusId={id} />
        </MenuItem>
      ))}
    </Menu>
  )
}

function AssigneeMenu({ shopId, isBusy, onChoose }: { shopId: string; isBusy: boolean; onChoose: (employeeId: string | null) => void }) {
  const employees = useEmployees(shopId)
  return (
    <Menu label={list.assignTo()} icon={<User aria-hidden="true" />} isBusy={isBusy}>
      <MenuItem onSelect={() => onChoose(null)}>{list.unassigned()}</MenuItem>
      {employees.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function PrintMenu({ ids }: { ids: ReadonlySet<string> }) {
  return (
    <Menu label={common.print()} icon={<Printer aria-hidden="true" />} isBusy={false}>
      {orderPaperMenu.map(({ paper, label }) => (
        <MenuItem key={paper} onSelect={() => openDialog({ kind: 'papers', orderIds: [...ids], paper })}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

function CsvButton({ shopId, ids }: { shopId: string; ids: ReadonlySet<string> }) {
  const { isBusy, save } = useOrdersCsv(shopId)
  return (
    <Button className="px-3" busy={isBusy} onClick={() => save(async () => [...ids])}>
      <Download aria-hidden="true" />
      {t.csv()}
    </Button>
  )
}

/** Only for users who may delete. */
function DeleteButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const { hasPrivilege } = useAuth()
  if (!hasPrivilege('delete_order')) return null
  return (
    <Button variant="ghost" className="px-3 text-danger-ink hover:bg-danger-soft" disabled={isBusy} onClick={onPress}>
      <Trash2 aria-hidden="true" />
      {common.delete()}
    </Button>
  )
}
