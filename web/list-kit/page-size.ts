/** Rows on a page of a list (AMB-81, CONST-36). */
export const listPageSize = 20

/** Entries on a page of the activities (AMB-81). */
export const activitiesPageSize = 50
