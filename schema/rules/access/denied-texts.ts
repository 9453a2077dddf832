const denied = (what: string): string => `Access Denied - You don't have permission to view ${what}. Contact your administrator.`

/** Messages of a 403 on data, on the server and on the screen: AMB-39, REP-13, and in their pattern. */
export const deniedTexts = {
  activities: denied('activities data'),
  reports: denied('reports data'),
  refusedChanges: denied('refused changes'),
} as const
