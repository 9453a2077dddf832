export type ActionKind = 'customer' | 'order' | 'payment' | 'task' | 'note' | 'status' | 'stock' | 'delete' | 'undo'

export type Action = {
  /** A text that only the rows written by this action contain. */
  mark: string
  kind: ActionKind
  person: string
  /** The mark of the order, or the name of the product, that the action changes. */
  target?: string
  /** The status or the count that the action sets. */
  value?: string
  /** 'begun': nothing was pressed. 'pressed': stored once or not at all. 'confirmed': the screen said that it is stored. */
  state: 'begun' | 'pressed' | 'confirmed'
  /** What happened to the action, for the report of a failure. */
  story: string[]
}

/** The record of what people did and what the screen showed them, which the oracle compares with the stored data. */
export class Ledger {
  readonly actions: Action[] = []
  readonly faults: string[] = []
  /** Prints a line of `--verbose`. */
  readonly say: (line: string) => void
  readonly #beganAt = Date.now()

  constructor(say: (line: string) => void) {
    this.say = say
  }

  begin(kind: ActionKind, person: string, rest: Pick<Action, 'target' | 'value'> = {}): Action {
    const action: Action = { mark: `Z${String(this.actions.length + 1).padStart(4, '0')}z`, kind, person, ...rest, state: 'begun', story: [] }
    this.actions.push(action)
    return action
  }

  tell(action: Action, words: string): void {
    action.story.push(`${this.time()} ${words}`)
    this.say(`${this.time()} ${action.person} ${action.kind} ${action.mark}${action.target === undefined ? '' : ` of ${action.target}`}: ${words}`)
  }

  note(words: string): void {
    this.say(`${this.time()} ${words}`)
  }

  fault(words: string): void {
    this.faults.push(words)
    this.say(`${this.time()} FAULT ${words}`)
  }

  time(): string {
    return `${((Date.now() - this.#beganAt) / 1000).toFixed(1)} s`
  }

  /** Marks of the orders that were confirmed and not deleted, the newest last. */
  orders(): string[] {
    const gone = new Set(this.actions.filter(({ kind, state }) => kind === 'delete' && state !== 'begun').map(({ target }) => target))
    return this.actions.filter(({ kind, state, mark }) => kind === 'order' && state === 'confirmed' && !gone.has(mark)).map(({ mark }) => mark)
  }

  storyOf(mark: string): string {
    return this.actions
      .filter((action) => action.mark === mark || action.target === mark)
      .map(
        (action) =>
          `    ${action.person} ${action.kind} ${action.mark} (${action.state})${action.value === undefined ? '' : ` ${action.value}`}: ${action.story.join('; ')}`,
      )
      .join('\n')
  }
}

export const marksIn = (text: string): string[] => [...new Set(text.match(/Z\d{4}z/g))]
