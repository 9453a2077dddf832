export const listPageSize = 20

export const activitiesPageSize = 50
