/** First words of the one line with which RxDB's Dexie storage advertises other storages at its first write. */
const noticeStart = '-------------- RxDB Open Core RxStorage'

/**
 * The app writes to the console for session errors only (AUTH-19): the storage's advertisement, and nothing else, is left out.
 * Once: with the line the console is as it was.
 */
export function keepStorageNoticeOffConsole(target: Pick<Console, 'warn'>): void {
  const warn = target.warn
  const pass = (...parts: unknown[]): void => {
    if (!String(parts[0]).startsWith(noticeStart)) return warn.apply(target, parts)
    if (target.warn === pass) target.warn = warn
  }
  target.warn = pass
}
