/** Numbers of a shop's feed behind `after`, up to `to`. */
export type SeqRange = { after: number; to: number }
