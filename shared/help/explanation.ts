/** What the help says about one thing: the shape that the rules and the guides share. Pure data, for the window alone. */
export type Explanation = {
  readonly title: string
  /** What it is and why it is so, in plain words: one paragraph each. */
  readonly text: readonly string[]
  /** What the seller can do about it, where there is anything to do. */
  readonly whatToDo?: string
  /** What the platform answers where the rule is broken, so that the number finds the words. */
  readonly errorIds?: readonly number[]
}
