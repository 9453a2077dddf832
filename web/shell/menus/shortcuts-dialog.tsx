import { allFeatures, views } from '#web/features/all-features.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { t } from '../find/find-texts.ts'

const groups: readonly { title: string; rows: readonly { keys: string; text: string }[] }[] = [
  {
    title: t.everywhere(),
    rows: [
      { keys: t.ctrlK(), text: t.findAnything() },
      { keys: '/', text: t.searchView() },
      ...toRows(allFeatures.flatMap(({ hotkeys = [] }) => hotkeys)),
      { keys: '?', text: t.showList() },
      { keys: t.f8(), text: t.toNotification() },
    ],
  },
  {
    title: t.views(),
    rows: toRows(views.flatMap(({ hotkey, label }) => (hotkey === undefined ? [] : [{ ...hotkey, text: label }]))),
  },
  {
    title: t.listsAndDialogs(),
    rows: [
      { keys: '↑ ↓', text: t.moveRows() },
      { keys: t.enter(), text: t.openRow() },
      { keys: 'x', text: t.selectOrder() },
      { keys: t.ctrlEnter(), text: t.saveDialog() },
      { keys: t.esc(), text: t.closeDialog() },
    ],
  },
]

function toRows(hotkeys: readonly { keys: string; text: string; place: number }[]): { keys: string; text: string }[] {
  return hotkeys.toSorted((a, b) => a.place - b.place)
}

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onCloseRequest={onClose} title={t.shortcuts()}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached with the keyboard */}
      <div tabIndex={0} role="region" aria-label={t.shortcutsList()} className="grid gap-x-10 gap-y-6 outline-none sm:grid-cols-2">
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>
            <dl>
              {rows.map(({ keys, text }) => (
                <div key={keys} className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-b-0">
                  <dt className="order-2 shrink-0">
                    <Kbd keys={keys} />
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
