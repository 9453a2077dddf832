import { Activity } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import { laterView } from '#web/navigation/later.tsx'

const ActivitiesView = laterView(async () => (await import('./activities-view.tsx')).ActivitiesView)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    activities: true
  }
}

export const activities = defineFeature({
  name: 'activities',
  views: [
    {
      tab: 'activities',
      label: 'Activities',
      Icon: Activity,
      guard: { privilege: 'view_activity', deniedText: "Access Denied: You don't have permission to view activities. Contact your administrator." },
      hotkey: { keys: 'g a', place: 5 },
      show: ({ shop }) => <ActivitiesView shop={shop} />,
    },
  ],
})
