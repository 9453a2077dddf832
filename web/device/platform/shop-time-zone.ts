import type { Bootstrap } from '#schema/api/sync.ts'

/** The zone in which a shop's days begin: the one that it set, before that the reader's (SHOP-03). */
export const shopTimeZone = (bootstrap: Pick<Bootstrap, 'shops'> | null, shopId: string): string =>
  bootstrap?.shops.find(({ id }) => id === shopId)?.profile?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
