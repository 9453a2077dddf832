import { Building2, CircleUserRound, Keyboard, type LucideIcon, Plus, Printer, ScanLine, Settings, Store, Trash2 } from 'lucide-react'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Privilege } from '#schema/privileges.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { queryToWords } from '#schema/rules/text/search-words.ts'
import { allFeatures } from '#web/features/all-features.ts'
import type { FeatureView } from '#web/features/define-feature.ts'
import { orderPaperKinds, paperNameByKind } from '#web/features/papers/paper.ts'
import type { DialogRequest } from '#web/navigation/dialogs.ts'
import { allSettingsPath, dashboardPath, deletedPath, settingsPaths } from '#web/navigation/paths.ts'
import { t } from '../shell-texts.ts'
import { inSentence } from '#web/language/staff-texts.ts'
import { t as find } from './find-texts.ts'

/** `other`: further search words. */
export type Act = { key: string; label: string; other: string; Icon: LucideIcon; keys?: string | undefined; leadsTo: ActTarget }

export type ActTarget = { path: string } | { dialog: DialogRequest } | 'shortcuts'

type Surroundings = { shopId: string; views: readonly FeatureView[]; hasPrivilege: (privilege: Privilege) => boolean }

export function listActs({ shopId, views, hasPrivilege }: Surroundings): Act[] {
  const hotkeys = allFeatures.flatMap((feature) => feature.hotkeys ?? [])
  const known = new Set<string>(hotkeys.map(({ dialog }) => dialog.kind))
  const flows = allFeatures.flatMap((feature) => feature.flows ?? []).filter(({ dialog }) => !known.has(dialog.kind))
  const settings: readonly [string, string, LucideIcon, Privilege | undefined][] = [
    [t.profile(), settingsPaths.profile, CircleUserRound, undefined],
    [t.settings(), allSettingsPath, Settings, 'view_shop_setting'],
    [t.shopSettings(), settingsPaths.shopSettings, Store, 'view_shop_setting'],
    [t.entitySettings(), settingsPaths.entitySettings, Building2, 'view_entity_setting'],
    [t.appSettings(), settingsPaths.appSettings, Settings, 'view_app_setting'],
  ]
  return [
    ...hotkeys.map(({ text, keys, dialog }) => ({ key: text, label: text, other: find.words.create(), Icon: Plus, keys, leadsTo: { dialog } })),
    ...flows.map(({ label, Icon, shortcut, dialog }) => ({ key: label, label, other: find.words.new(), Icon, keys: shortcut, leadsTo: { dialog } })),
    ...views.map(({ tab, label, Icon, hotkey }) => ({
      key: tab,
      label,
      other: find.words.view(),
      Icon,
      keys: hotkey?.keys,
      leadsTo: { path: dashboardPath({ shopId, tab }) },
    })),
    ...settings.flatMap(([label, path, Icon, privilege]) =>
      privilege === undefined || hasPrivilege(privilege) ? [{ key: label, label, other: find.words.open(), Icon, leadsTo: { path } }] : [],
    ),
    { key: 'deleted', label: t.recentlyDeleted(), other: find.words.deleted(), Icon: Trash2, leadsTo: { path: deletedPath(shopId) } },
    { key: 'scan', label: t.scan(), other: find.words.scan(), Icon: ScanLine, leadsTo: { dialog: { kind: 'scan' } } },
    { key: 'shortcuts', label: t.shortcuts(), other: find.words.keys(), Icon: Keyboard, keys: '?', leadsTo: 'shortcuts' },
  ]
}

export function listPrints(order: Pick<Order, 'id' | 'number'>, prefix: string): Act[] {
  const ticket = toPrintedTicket(order, prefix)
  return orderPaperKinds.toReversed().map((paper) => ({
    key: `print-${paper}`,
    label: find.print({ paper: inSentence(paperNameByKind[paper]), ticket }),
    other: '',
    Icon: Printer,
    leadsTo: { dialog: { kind: 'papers', orderIds: [order.id], paper } },
  }))
}

/** Words that ask for a paper, and do not name what to print. */
const printWords: ReadonlySet<string> = new Set([
  ...find.printWords().split(' ').map(foldText),
  ...Object.values(paperNameByKind).flatMap((name) => queryToWords(name.replaceAll('-', ' '))),
])

/** "print label of H-1042" without its print words; undefined if it has none. */
export function withoutPrintWords(typed: string): string | undefined {
  const words = typed.trim().split(/\s+/)
  const rest = words.filter((word) => !printWords.has(foldText(word)))
  return rest.length === words.length || rest.length === 0 ? undefined : rest.join(' ')
}

/** Each typed word must begin a word of the act's name, or occur in its ticket. */
export function findActs(acts: readonly Act[], typed: string): Act[] {
  const words = queryToWords(typed)
  if (words.length === 0) return []
  return acts.filter(({ label, other }) => {
    const text = ` ${foldText(`${label} ${other}`).replaceAll('+', ' ')}`
    return words.every((word) => text.includes(` ${word}`) || (/\d/.test(word) && text.includes(word)))
  })
}

/** A typed act's name ranks above rows that contain the word. */
export const isCalled = ({ label }: Act, typed: string): boolean => {
  const text = foldText(typed.trim())
  return text.length >= 3 && foldText(label).startsWith(text)
}
