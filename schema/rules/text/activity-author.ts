/** Ends the text of an entry that `npm run import` made, for which nobody was signed in. */
export const importMark = ' (import)'

export type Author = { name: string; loginId: string }

/** The author that an activity names (ACT-02): name or login id; public actions carry no user (AMB-113). */
export function readActivityAuthor(
  activity: { userId: string | null; auditText: string },
  userById: ReadonlyMap<string, { name: string | null; login_id: string }>,
): Author {
  const { auditText, userId } = activity
  if (userId === null) return { name: auditText.endsWith(importMark) ? 'Import' : 'Customer portal', loginId: '' }
  const user = userById.get(userId)
  if (user === undefined) return { name: 'Former user', loginId: '' }
  return { name: user.name === null || user.name === '' ? user.login_id : user.name, loginId: user.login_id }
}
