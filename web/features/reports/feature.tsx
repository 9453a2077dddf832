import { ChartNoAxesColumn } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import { laterDialog, laterView } from '#web/navigation/later.tsx'

const ReportsView = laterView(async () => (await import('./reports-view.tsx')).ReportsView)

const CashUpDialog = laterDialog(async () => (await import('./cash-up/cash-up-dialog.tsx')).CashUpDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** `day`: `YYYY-MM-DD` in the shop's time zone. */
    'cash-up': { day: string }
  }
}

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    reports: true
  }
}

export const reports = defineFeature({
  name: 'reports',
  dialogs: { 'cash-up': ({ shopId, request: { day }, onClose }) => <CashUpDialog key={day} shopId={shopId} day={day} onClose={onClose} /> },
  views: [
    {
      tab: 'reports',
      label: 'Reports',
      Icon: ChartNoAxesColumn,
      guard: { privilege: 'view_report', deniedText: "Access Denied: You don't have permission to view reports. Contact your administrator." },
      hotkey: { keys: 'g r', place: 6 },
      show: ({ shop }) => <ReportsView shop={shop} />,
    },
  ],
})
