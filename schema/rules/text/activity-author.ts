/** Ends the text of an entry that `npm run import` made, for which nobody was signed in. */
export const importMark = ' (import)'

/** Ends the text of an entry of what the server did by itself. */
export const automaticMark = ' (automatic)'

export type Author = { name: string; loginId: string }

/** The author that an activity names: name or login id; public actions carry no user. */
export function readActivityAuthor(
  activity: { userId: string | null; auditText: string },
  userById: ReadonlyMap<string, { name: string | null; login_id: string }>,
): Author {
  const { auditText, userId } = activity
  if (userId === null) return { name: nobodyToName(auditText), loginId: '' }
  const user = userById.get(userId)
  if (user === undefined) return { name: 'Former user', loginId: '' }
  return { name: user.name === null || user.name === '' ? user.login_id : user.name, loginId: user.login_id }
}

function nobodyToName(auditText: string): string {
  if (auditText.endsWith(importMark)) return 'Import'
  return auditText.endsWith(automaticMark) ? 'Mainspring' : 'Customer portal'
}
