import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  /** The accessible name of the list of tabs. */
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  className?: string | undefined
}

/** Panels behind tabs, one shown at a time; arrows move between the tabs. */
export function Tabs({ value, onValueChange, label, tabs, className }: TabsProps) {
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange} className={className}>
      <RadixTabs.List aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              '-mb-px min-h-11 border-b-2 border-transparent px-3 text-muted transition-colors hover:text-ink',
              'data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink',
            )}
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
