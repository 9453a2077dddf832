const denied = (what: string): string => `Access Denied - You don't have permission to view ${what}. Contact your administrator.`

export const deniedTexts = {
  activities: denied('activities data'),
  reports: denied('reports data'),
  refusedChanges: denied('refused changes'),
} as const
