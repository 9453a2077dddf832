import type { Activity } from '#schema/collections/people/activities.ts'
import type { Author } from '#schema/rules/text/activity-author.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

/** Times stay in their stored form so that a spreadsheet can sort by them. */
export const toActivitiesTable = (activities: readonly Activity[], authorOf: (activity: Activity) => Author): CsvTable => ({
  header: ['Time', 'User', 'Activity'],
  rows: activities.map((activity) => [activity.createdAt, authorOf(activity).name, activity.auditText]),
})
