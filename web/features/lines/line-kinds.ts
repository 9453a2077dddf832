import { t } from './lines-texts.ts'

const kinds: Readonly<Partial<Record<string, () => string>>> = t.kind

/** 'Labour', by the stored name. */
export const kindToText = (kind: string): string => kinds[kind]?.() ?? kind
