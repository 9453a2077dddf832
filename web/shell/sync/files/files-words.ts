import type { FilesProgress } from '#web/device/files/files-port.ts'
import { type Badge, changesText } from '../sync-words.ts'

/** "2 photos": most files are photos. */
export const filesToText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'photo' : 'photos'}`

export const unsentText = (changes: number, files: number): string =>
  [changes > 0 || files === 0 ? changesText(changes) : '', files > 0 ? filesToText(files) : ''].filter(Boolean).join(' and ')

/** Photos that this user sealed here at sign-out; null for none. */
export function sealedText({ isSealLost, sealed }: Pick<FilesProgress, 'isSealLost' | 'sealed'>): string | null {
  if (sealed === 0) return null
  const [photos, are, they] = [filesToText(sealed), sealed === 1 ? 'is' : 'are', sealed === 1 ? 'It' : 'They']
  return isSealLost
    ? `${photos} that you kept here when you signed out cannot be opened: the server does not have the key any more. ${they} ${sealed === 1 ? 'stays' : 'stay'} sealed on this device.`
    : `${photos} that you kept here when you signed out ${are} still sealed. ${they} ${sealed === 1 ? 'opens' : 'open'} as soon as the server can be reached.`
}

/** Photos that the browser evicted and that no longer fit; null for none. */
export function unstoredText({ unstored }: Pick<FilesProgress, 'unstored'>): string | null {
  if (unstored === 0) return null
  const [are, they] = unstored === 1 ? ['is', 'It is'] : ['are', 'They are']
  return `The browser removed the local data of this device. ${filesToText(unstored)} that ${unstored === 1 ? 'was' : 'were'} not sent ${are} only in this page: keep it open. ${they} stored again as soon as there is room.`
}

/** Adds unsent files to the badge unless it shows something more urgent. */
export function addFilesToBadge(badge: Badge, progress: FilesProgress): Badge {
  const { isSaving, isSealLost, lost, sealed, troubled, waiting } = progress
  if (badge.kind !== 'synced' && badge.kind !== 'starting' && badge.kind !== 'offline') return badge
  const onlyHere = unstoredText(progress)
  if (onlyHere !== null) {
    const text = `${filesToText(progress.unstored)} only in this page`
    return { ...badge, kind: 'attention', text, short: text, detail: onlyHere }
  }
  if (lost > 0 && badge.kind === 'synced') {
    const text = `${filesToText(lost)} lost`
    const detail = `The browser removed ${lost === 1 ? 'it before it was' : 'them before they were'} sent; the list below says which.`
    return { ...badge, kind: 'attention', text, short: text, detail }
  }
  if (troubled > 0 && badge.kind === 'synced') {
    const text = `${filesToText(troubled)} not taken`
    return { ...badge, kind: 'attention', text, short: text, detail: 'The server did not take them. They are kept on this device; the list below says why.' }
  }
  if (isSealLost && badge.kind === 'synced') {
    const text = `${filesToText(sealed)} sealed`
    return { ...badge, kind: 'attention', text, short: text, detail: 'They cannot be opened; the list below says why.' }
  }
  if (waiting === 0) return badge
  if (badge.kind === 'offline') return badge.count === undefined ? { ...badge, text: `${badge.text}, ${filesToText(waiting)} waiting` } : badge
  const detail = isSaving ? 'They wait for a network that costs nothing, or for “Send now” below.' : 'Stored on this device. They are sent one at a time.'
  return {
    ...badge,
    kind: 'waiting',
    text: `${filesToText(waiting)} waiting`,
    short: `${waiting.toLocaleString('en-US')} waiting`,
    count: waiting.toLocaleString('en-US'),
    detail,
  }
}
