import type { FilesProgress } from '#web/device/files/files-port.ts'
import { type Badge, changesText } from '../sync-words.ts'
import { t } from '../sync-words-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

/** "2 photos": most files are photos. */
export const filesToText = (count: number): string => t.photos({ count })

export const unsentText = (changes: number, files: number): string =>
  joinTexts([changes > 0 || files === 0 ? changesText(changes) : '', files > 0 ? filesToText(files) : ''])

/** "2 changes and 1 photo"; empty texts are left out. */
export const joinTexts = (texts: readonly string[]): string => texts.filter(Boolean).reduce((first, second) => t.and({ first, second }))

/** Photos that this user sealed here at sign-out; null for none. */
export function sealedText({ isSealLost, sealed }: Pick<FilesProgress, 'isSealLost' | 'sealed'>): string | null {
  if (sealed === 0) return null
  return isSealLost ? t.sealLost({ count: sealed }) : t.sealed({ count: sealed })
}

/** Photos that the browser evicted and that no longer fit; null for none. */
export const unstoredText = ({ unstored }: Pick<FilesProgress, 'unstored'>): string | null => (unstored === 0 ? null : t.unstored({ count: unstored }))

/** Adds unsent files to the badge unless it shows something more urgent. */
export function addFilesToBadge(badge: Badge, progress: FilesProgress): Badge {
  const { isSaving, isSealLost, lost, sealed, troubled, waiting } = progress
  if (badge.kind !== 'synced' && badge.kind !== 'starting' && badge.kind !== 'offline') return badge
  const onlyHere = unstoredText(progress)
  if (onlyHere !== null) {
    const text = t.photosOnlyHere({ count: progress.unstored })
    return { ...badge, kind: 'attention', text, short: text, detail: onlyHere }
  }
  if (lost > 0 && badge.kind === 'synced') {
    const text = t.photosLost({ count: lost })
    const detail = t.photosLostText({ count: lost })
    return { ...badge, kind: 'attention', text, short: text, detail }
  }
  if (troubled > 0 && badge.kind === 'synced') {
    const text = t.photosNotTaken({ count: troubled })
    return { ...badge, kind: 'attention', text, short: text, detail: t.photosNotTakenText() }
  }
  if (isSealLost && badge.kind === 'synced') {
    const text = t.photosSealed({ count: sealed })
    return { ...badge, kind: 'attention', text, short: text, detail: t.photosSealedText() }
  }
  if (waiting === 0) return badge
  if (badge.kind === 'offline')
    return badge.count === undefined ? { ...badge, text: t.stateItemsWaiting({ state: badge.text, items: filesToText(waiting) }) } : badge
  const detail = isSaving ? t.photosSaving() : t.photosSending()
  return {
    ...badge,
    kind: 'waiting',
    text: t.itemsWaiting({ items: filesToText(waiting) }),
    short: t.waiting({ count: countToText(waiting) }),
    count: countToText(waiting),
    detail,
  }
}
