/** Rows on a page of a list. */
export const listPageSize = 20

/** Entries on a page of the activities. */
export const activitiesPageSize = 50
