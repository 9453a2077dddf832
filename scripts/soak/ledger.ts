export type ActKind = 'customer' | 'order' | 'payment' | 'task' | 'note' | 'status' | 'stock' | 'delete' | 'undo'

export type Act = {
  /** In the text that the act leaves behind, and nowhere else. */
  mark: string
  kind: ActKind
  person: string
  /** The mark of the order, or the name of the product, that it is about. */
  target?: string
  /** What it sets: a status, a count. */
  value?: string
  /** 'begun': nothing was pressed. 'pressed': it may have happened, or not, and never twice. 'confirmed': the screen said so. */
  state: 'begun' | 'pressed' | 'confirmed'
  /** What happened to it, for whoever reads the failure. */
  story: string[]
}

/** What people did and what the screen told them: all that the oracle knows of the world. */
export class Ledger {
  readonly acts: Act[] = []
  readonly faults: string[] = []
  /** Things that people saw, for the lines of `--verbose`. */
  readonly say: (line: string) => void
  readonly #beganAt = Date.now()

  constructor(say: (line: string) => void) {
    this.say = say
  }

  begin(kind: ActKind, person: string, rest: Pick<Act, 'target' | 'value'> = {}): Act {
    const act: Act = { mark: `Z${String(this.acts.length + 1).padStart(4, '0')}z`, kind, person, ...rest, state: 'begun', story: [] }
    this.acts.push(act)
    return act
  }

  tell(act: Act, words: string): void {
    act.story.push(`${this.time()} ${words}`)
    this.say(`${this.time()} ${act.person} ${act.kind} ${act.mark}${act.target === undefined ? '' : ` of ${act.target}`}: ${words}`)
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

  /** Orders that somebody saw stored, the newest last. */
  orders(): string[] {
    const gone = new Set(this.acts.filter(({ kind, state }) => kind === 'delete' && state !== 'begun').map(({ target }) => target))
    return this.acts.filter(({ kind, state, mark }) => kind === 'order' && state === 'confirmed' && !gone.has(mark)).map(({ mark }) => mark)
  }

  storyOf(mark: string): string {
    return this.acts
      .filter((act) => act.mark === mark || act.target === mark)
      .map((act) => `    ${act.person} ${act.kind} ${act.mark} (${act.state})${act.value === undefined ? '' : ` ${act.value}`}: ${act.story.join('; ')}`)
      .join('\n')
  }
}

export const marksIn = (text: string): string[] => [...new Set(text.match(/Z\d{4}z/g))]
