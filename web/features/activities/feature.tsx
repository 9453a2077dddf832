import { Activity } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import { laterView } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

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
      label: menu.activities(),
      Icon: Activity,
      guard: { privilege: 'view_activity', deniedText: menu.activitiesDenied() },
      hotkey: { keys: 'g a', place: 5 },
      show: ({ shop }) => <ActivitiesView shop={shop} />,
    },
  ],
})
