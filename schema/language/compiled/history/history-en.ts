// Made by `npm run texts` from schema/texts.
import type { HistoryTexts } from './history-type.ts'
export const texts = { needsConnection: () => "The whole history needs a connection. Only changes not yet sent from this device are shown.", title: () => "Order Status History", view: () => "View Order Status History", none: () => "No status history available", list: () => "Order status history" } as HistoryTexts
