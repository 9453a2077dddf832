import { ChartNoAxesColumn } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import { laterDialog, laterView } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

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
      label: menu.reports(),
      Icon: ChartNoAxesColumn,
      guard: { privilege: 'view_report', deniedText: menu.reportsDenied() },
      hotkey: { keys: 'g r', place: 6 },
      show: ({ shop }) => <ReportsView shop={shop} />,
    },
  ],
})
