/** Letters that nobody sees: default-ignorable, control and format characters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u
const everyInvisible = new RegExp(invisible.source, 'gu')

export const isVisibleLoginId = (loginId: string): boolean => !invisible.test(loginId)

/**
 * The spelling of a login id for look-up, uniqueness and limits. Case, compatibility forms of letters, invisible characters and blanks
 * around it make no difference.
 */
export const loginIdToKey = (loginId: string): string =>
  loginId.normalize('NFKC').replace(everyInvisible, '').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
