// Made by `npm run texts` from schema/texts.
import type { TodayTexts } from './today-type.ts'
export const texts = { title: () => "Today", promised: () => "Promised for today", late: () => "Overdue", ready: () => "Ready to pick up", waiting: () => "Waiting past the promised day", messages: () => "New messages", leads: () => "Leads", myTasks: () => "My tasks", cash: () => "Taken in cash so far", all: () => "Taken in all so far" } as TodayTexts
