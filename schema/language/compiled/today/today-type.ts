// Made by `npm run texts` from schema/texts.
export type TodayTexts = { "title": () => string; "promised": () => string; "late": () => string; "ready": () => string; "waiting": () => string; "messages": () => string; "leads": () => string; "myTasks": () => string; "cash": () => string; "all": () => string }
