/** Suffix of entries made by `npm run import`, which has no user. */
export const importMark = ' (import)'

/** Suffix of entries made by the server itself. */
export const automaticMark = ' (automatic)'

export type Author = { name: string; loginId: string }

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
