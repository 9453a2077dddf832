import { ChartNoAxesColumn } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import { laterView } from '#web/navigation/later.tsx'

const ReportsView = laterView(async () => (await import('./reports-view.tsx')).ReportsView)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    reports: true
  }
}

/** The shop's income and costs over a time. */
export const reports = defineFeature({
  name: 'reports',
  views: [
    {
      tab: 'reports',
      label: 'Reports',
      Icon: ChartNoAxesColumn,
      // REP-11.
      guard: { privilege: 'view_report', deniedText: "Access Denied: You don't have permission to view reports. Contact your administrator." },
      hotkey: { keys: 'g r', place: 6 },
      show: ({ shop }) => <ReportsView shop={shop} />,
    },
  ],
})
