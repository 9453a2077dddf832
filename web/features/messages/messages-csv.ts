import type { Message } from '#schema/collections/work/messages.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { channelToText } from './form.ts'
import { stateToWords, textToRead } from './message-words.ts'

const storedChannelToText: Readonly<Record<string, string>> = { ...channelToText, portal: 'From the customer' }

/** An order's messages in both directions; times stay in their stored form. */
export const messagesToTable = (messages: readonly Message[]): CsvTable => ({
  header: ['Written', 'Channel', 'To', 'State', 'Sent', 'Subject', 'Text', 'Problem'],
  rows: messages.map((message) => [
    message.createdAt,
    storedChannelToText[message.channel] ?? message.channel,
    message.to ?? '',
    stateToWords(message).name,
    message.sentAt ?? '',
    message.subject ?? '',
    textToRead(message.text),
    message.error ?? '',
  ]),
})
